import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { FormDialog, Reason, useOnceAtATime } from '../../ui/index.js';
import { useAdjust, useAssign, useDismiss, useRequestRun } from './reconciliation-queries.js';

type Difference = Schemas['ReconciliationDifference'];
type Decided = Schemas['DecidedDeposit'];

/** The action that a difference needs. Only operators assign and adjust. */
export const Action = ({
  difference,
  isOperator,
}: {
  readonly difference: Difference;
  readonly isOperator: boolean;
}) => {
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
      return <ReadAgain />;
    case 'configure':
    case 'dismiss':
      return null;
  }
};

const Assign = ({
  journalId,
  depositId,
}: {
  readonly journalId: string;
  readonly depositId: string | null;
}) => {
  const assign = useAssign(journalId);
  return (
    <FormDialog
      title="Assign to a deposit"
      verb="Assign it"
      mutation={assign}
      primary
      done={(result) => <Outcome decided={result} />}
    >
      <Text size="sm">
        The journal counts for the deposit from now on, and the ledger follows. The assignment is
        permanent.
      </Text>
      <TextInput
        name="depositId"
        label="Id of the deposit"
        description="A deposit of the same user, as its page shows it."
        defaultValue={depositId ?? ''}
        required
      />
      <Reason description="Recorded in the log, with your name." error={assign.error} />
    </FormDialog>
  );
};

const Adjust = ({
  depositId,
  amount,
}: {
  readonly depositId: string;
  readonly amount: string | null;
}) => {
  const adjust = useAdjust(depositId);
  return (
    <FormDialog
      title="Adjust the deposit"
      verb="Adjust it"
      mutation={adjust}
      primary
      done={(result) => <Outcome decided={result} />}
    >
      <Text size="sm">
        Changes the credit of the deposit by an amount, in the open period. The ledger has at most
        the requested amount.
      </Text>
      <TextInput
        name="amount"
        label="Change in US dollars"
        description={
          amount === null
            ? 'Negative to lower the credit, such as -38.50.'
            : `The broker has ${amount} more than the ledger. If the credit exceeds the request, enter the same amount as a negative one: the ledger keeps the request.`
        }
        placeholder="-38.50"
        required
      />
      <Reason description="Recorded in the log, with your name." error={adjust.error} />
    </FormDialog>
  );
};

const Outcome = ({ decided: { status, credited } }: { readonly decided: Decided }) => (
  <Text size="sm">
    The deposit is {status}. The ledger has {credited} dollars for the user. The next run closes
    this difference.
  </Text>
);

const ReadAgain = () => {
  const request = useRequestRun();
  const { send } = useOnceAtATime(request);
  return (
    <Button size="xs" variant="default" loading={request.isPending} onClick={send}>
      Read again
    </Button>
  );
};

export const Dismiss = ({ id, openedAt }: Pick<Difference, 'id' | 'openedAt'>) => {
  // The text may change while the operator types a reason.
  const [seen, setSeen] = useState(openedAt);
  const dismiss = useDismiss(id, seen);
  return (
    <FormDialog
      title="Dismiss"
      verb="Dismiss it"
      mutation={dismiss}
      onOpen={() => setSeen(openedAt)}
    >
      <Text size="sm">
        The difference is no longer open. It opens again if its text changes. Neither the ledger nor
        the broker changes.
      </Text>
      <Reason description="Recorded in the log, with your name." error={dismiss.error} />
    </FormDialog>
  );
};
