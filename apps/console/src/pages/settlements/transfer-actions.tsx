import { List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { type Fields, FormDialog, Money, Question, Reason, TextField } from '../../ui/index.js';
import { type Excess, overpaymentOf } from './overpayment.js';

type Props = { readonly partnerId: string };
type TransferProps = { readonly transfer: Schemas['Transfer'] };

/** Most unpaid periods to read. */
const UNPAID = 1_000;

/** Records money from the partner. */
export const RecordTransfer = ({ partnerId }: Props) => {
  // Keeps the fields in case the user returns to the form.
  const [typed, setTyped] = useState<Fields>({});
  const record = useAction(
    async ({ reference = '', amount = '', confirmed }: Fields) => {
      const excess =
        confirmed === undefined ? overpaymentOf(amount, await outstandingOf(partnerId)) : null;
      if (excess !== null) return { excess };
      const params = { path: { partnerId } };
      const body = { reference, amount };
      return {
        transfer: await api.POST('/staff/partners/{partnerId}/transfers', { params, body }),
      };
    },
    {
      onMutate: setTyped,
      onSuccess: ({ transfer }) => {
        if (transfer !== undefined) setTyped({});
      },
    },
  );
  const { reference = '', amount = '' } = typed;
  return (
    <FormDialog
      title="Record a transfer"
      verb="Record"
      mutation={record}
      primary
      asksBack={({ excess }, { send, back }) =>
        excess !== undefined && (
          <Question
            yes="Record it anyway"
            no="Change it"
            onYes={() => send({ reference, amount, confirmed: 'yes' })}
            onNo={back}
          >
            <Surplus amount={amount} {...excess} />
          </Question>
        )
      }
      done={({ transfer }) => transfer !== undefined && <Recorded transfer={transfer} />}
    >
      <Text size="sm">
        It pays the periods that have ended, the oldest first. The same reference and amount again
        change nothing.
      </Text>
      <ReferenceField defaultValue={reference} />
      <AmountField placeholder="1250.00" defaultValue={amount} />
    </FormDialog>
  );
};

/** Returns the outstanding amounts of a partner's unpaid periods, as decimal text. */
const outstandingOf = async (partnerId: string): Promise<readonly string[]> => {
  const pages = await Promise.all(
    (['closed', 'overdue'] as const).map((status) =>
      api.GET('/staff/partners/{partnerId}/settlements', {
        params: { path: { partnerId }, query: { status, limit: UNPAID, offset: 0 } },
      }),
    ),
  );
  return pages.flatMap(({ settlements }) => settlements.map(({ outstanding }) => outstanding));
};

/** Asks before an amount above the debt is recorded, because it may be a typing error. */
const Surplus = ({ amount, outstanding, excess }: Excess & { readonly amount: string }) => (
  <Text>
    <Money amount={amount} alone /> is more than all its periods have outstanding, which is{' '}
    <Money amount={outstanding} alone />. Unless it is known already,{' '}
    <Money amount={excess} alone /> becomes the partner’s credit, which pays for the periods to
    come.
  </Text>
);

const Recorded = ({ transfer }: TransferProps) =>
  transfer.status === 'proposed' ? (
    <Text role="status">
      Noted, and not recorded yet: {transfer.reference}, <Money amount={transfer.amount} alone />.
      It is above what one person may record: ask somebody else to record the same.
    </Text>
  ) : (
    <Booked transfer={transfer} />
  );

const Booked = ({ transfer }: TransferProps) => (
  <Stack gap="xs" role="status">
    <Text>
      {transfer.created ? 'Recorded' : 'Already recorded'}: {transfer.reference},{' '}
      <Money amount={transfer.amount} alone />.
      {transfer.status === 'reversed' &&
        ' It was reversed, and stays reversed: if the reversal was wrong, record the transfer under a reference that says so.'}
    </Text>
    <List size="sm">
      {transfer.matches.map(({ settlementId, amount }) => (
        <List.Item key={settlementId}>
          <Money amount={amount} alone /> to the period {settlementId.slice(0, 8)}
        </List.Item>
      ))}
      <List.Item>
        <Money amount={transfer.credit} alone /> left over as credit
      </List.Item>
    </List>
  </Stack>
);

/** Records a payout of the partner's credit. */
export const PayOutCredit = ({ partnerId }: Props) => {
  const record = useAction(({ reference = '', amount = '' }: Fields) =>
    api.POST('/staff/partners/{partnerId}/payouts', {
      params: { path: { partnerId } },
      body: { reference, amount },
    }),
  );
  return (
    <FormDialog
      title="Record a payout"
      verb="Record the payout"
      mutation={record}
      done={(transfer) => (
        <Text role="status">
          {payoutWords(transfer)}: {transfer.reference}, <Money amount={transfer.amount} alone />.
        </Text>
      )}
    >
      <Text size="sm">
        Record the payout after the bank sent the money. It is taken from the credit of the partner.
        The same reference and amount again change nothing.
      </Text>
      <ReferenceField />
      <AmountField placeholder="99.00" />
    </FormDialog>
  );
};

const payoutWords = ({ status, created }: Schemas['Transfer']): string => {
  if (status === 'proposed')
    return 'Not recorded yet. The amount is above the limit for one person: another person must record the same payout';
  if (status === 'reversed') return 'The payout was reversed earlier, and stays reversed';
  return created ? 'Recorded' : 'Already recorded';
};

/** Reverses a transfer that was recorded wrongly. */
export const ReverseTransfer = ({ partnerId }: Props) => {
  const reverse = useAction(({ reference = '', reason = '' }: Fields) =>
    api.POST('/staff/partners/{partnerId}/transfers/reverse', {
      params: { path: { partnerId } },
      body: { reference, reason },
    }),
  );
  return (
    <FormDialog
      title="Reverse a transfer"
      verb="Reverse it"
      mutation={reverse}
      danger
      done={({ reference, amount, awaitsSecondPerson }) => (
        <Text role="status">
          {awaitsSecondPerson ? 'Requested, not reversed yet' : 'Reversed'}: {reference},{' '}
          <Money amount={amount} alone />.{' '}
          {awaitsSecondPerson
            ? 'The amount is above the limit for one person. Ask a second person to reverse it too.'
            : 'The periods that it had paid owe the amount again.'}
        </Text>
      )}
    >
      <Text size="sm">
        For one that was recorded wrongly. Both entries stay on record, and the periods it went to
        owe its amount again.
      </Text>
      <ReferenceField />
      <Reason label="Reason of the reversal" />
    </FormDialog>
  );
};

const ReferenceField = ({ defaultValue }: { readonly defaultValue?: string }) => (
  <TextField
    name="reference"
    label="The bank’s reference"
    defaultValue={defaultValue}
    maxLength={140}
    data-autofocus
  />
);

type AmountProps = { readonly placeholder: string; readonly defaultValue?: string };

const AmountField = (props: AmountProps) => (
  <TextField name="amount" label="Amount, USD" inputMode="decimal" {...props} />
);
