import { Text } from '@mantine/core';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import {
  ActionButton,
  type Fields,
  FormDialog,
  Reason,
  ReasonDialog,
  TextField,
} from '../../ui/index.js';

type Difference = Schemas['ReconciliationDifference'];
type Props = { readonly difference: Difference; readonly isOperator: boolean };

export const useRequestRun = () => useAction(() => api.POST('/staff/reconciliation/runs'));

/** The action that a difference needs. Only operators assign and adjust. */
export const Action = ({ difference, isOperator }: Props) => {
  const request = useRequestRun();
  const { action, journalId, depositId, amount } = difference;
  switch (action) {
    case 'assign':
      return isOperator && journalId !== null ? (
        <Assign journalId={journalId} depositId={depositId} />
      ) : null;
    case 'adjust':
      return isOperator && depositId !== null ? (
        <Adjust depositId={depositId} amount={amount} />
      ) : null;
    case 'read_again':
      return (
        <ActionButton mutation={request} variant="default">
          Read again
        </ActionButton>
      );
    case 'configure':
    case 'dismiss':
      return null;
  }
};

type AssignProps = { readonly journalId: string; readonly depositId: string | null };

/** Assigns the journal to a deposit. The next run then closes the difference. */
const Assign = ({ journalId, depositId }: AssignProps) => {
  const assign = useAction(({ depositId: id = '', reason = '' }: Fields) =>
    api.POST('/staff/deposits/{id}/journals', {
      params: { path: { id } },
      body: { journalId, reason },
    }),
  );
  return (
    <FormDialog
      title="Assign to a deposit"
      verb="Assign it"
      mutation={assign}
      primary
      done={outcomeOf}
    >
      <Text size="sm">
        The journal counts for the deposit from now on, and the ledger follows. The assignment is
        permanent.
      </Text>
      <TextField
        name="depositId"
        label="Id of the deposit"
        description="A deposit of the same user, as its page shows it."
        defaultValue={depositId ?? ''}
      />
      <Reason />
    </FormDialog>
  );
};

type AdjustProps = { readonly depositId: string; readonly amount: string | null };

/** Changes the credit of a deposit. The next run then closes the difference. */
const Adjust = ({ depositId, amount: excess }: AdjustProps) => {
  const adjust = useAction(({ amount = '', reason = '' }: Fields) =>
    api.POST('/staff/deposits/{id}/adjustments', {
      params: { path: { id: depositId } },
      body: { amount, reason },
    }),
  );
  return (
    <FormDialog
      title="Adjust the deposit"
      verb="Adjust it"
      mutation={adjust}
      primary
      done={outcomeOf}
    >
      <Text size="sm">
        Changes the credit of the deposit by an amount, in the open period. The ledger has at most
        the requested amount.
      </Text>
      <TextField
        name="amount"
        label="Change in US dollars"
        description={
          excess === null
            ? 'Negative to lower the credit, such as -38.50.'
            : `The broker has ${excess} more than the ledger. If the credit exceeds the request, enter the same amount as a negative one: the ledger keeps the request.`
        }
        placeholder="-38.50"
      />
      <Reason />
    </FormDialog>
  );
};

const outcomeOf = ({ status, credited }: Schemas['DecidedDeposit']) => (
  <Text size="sm">
    The deposit is {status}. The ledger has {credited} dollars for the user. The next run closes
    this difference.
  </Text>
);

/** Dismisses the difference as shown. If its text has changed, it stays open. */
export const Dismiss = ({ id, openedAt }: Pick<Difference, 'id' | 'openedAt'>) => {
  // The text may change while the operator types a reason.
  const [seen, setSeen] = useState(openedAt);
  const dismiss = useAction(({ reason = '' }: Fields) =>
    api.POST('/staff/reconciliation/differences/{id}/dismiss', {
      params: { path: { id } },
      body: { reason, openedAt: seen },
    }),
  );
  return (
    <ReasonDialog
      title="Dismiss"
      verb="Dismiss it"
      mutation={dismiss}
      onOpen={() => setSeen(openedAt)}
    >
      The difference is no longer open. It opens again if its text changes. Neither the ledger nor
      the broker changes.
    </ReasonDialog>
  );
};
