import { List, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer, errorsByField } from '../../api/api-error.js';
import { FormDialog, type Fields, Money, Question } from '../../ui/index.js';
import { type Excess, overpaymentOf } from './overpayment.js';
import { outstandingOf, periodsKey } from './settlement-queries.js';

/** Records money from the partner. */
export const RecordTransfer = ({ partnerId }: { readonly partnerId: string }) => {
  const queries = useQueryClient();
  // Keeps the fields in case the user returns to the form.
  const [typed, setTyped] = useState<Fields>({});
  const record = useMutation({
    mutationFn: async ({ reference = '', amount = '', confirmed }: Fields) => {
      const excess =
        confirmed === undefined ? overpaymentOf(amount, await outstandingOf(partnerId)) : null;
      if (excess !== null) return { excess };
      const params = { path: { partnerId } };
      const body = { reference, amount };
      const sent = api.POST('/staff/partners/{partnerId}/transfers', { params, body });
      return { transfer: await answer(sent) };
    },
    onMutate: setTyped,
    onSuccess: ({ transfer }) => {
      if (transfer !== undefined) setTyped({});
      return refresh(queries, periodsKey(partnerId));
    },
  });
  const { reference = '', amount = '' } = typed;
  const errors = errorsByField(record.error);
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
      <TextInput
        name="reference"
        label="The bank’s reference"
        defaultValue={reference}
        required
        maxLength={140}
        data-autofocus
        error={errors['reference']}
      />
      <TextInput
        name="amount"
        label="Amount, USD"
        placeholder="1250.00"
        defaultValue={amount}
        required
        inputMode="decimal"
        error={errors['amount']}
      />
    </FormDialog>
  );
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

const Recorded = ({ transfer }: { readonly transfer: Schemas['Transfer'] }) =>
  transfer.status === 'proposed' ? (
    <Proposed transfer={transfer} />
  ) : (
    <Booked transfer={transfer} />
  );

const Proposed = ({ transfer }: { readonly transfer: Schemas['Transfer'] }) => (
  <Text role="status">
    Noted, and not recorded yet: {transfer.reference}, <Money amount={transfer.amount} alone />. It
    is above what one person may record: ask somebody else to record the same.
  </Text>
);

const Booked = ({ transfer }: { readonly transfer: Schemas['Transfer'] }) => (
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
