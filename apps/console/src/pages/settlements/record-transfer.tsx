import { List, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Schemas, api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer, faultsByField } from '../../api/trouble.js';
import { Ask, type Fields, Money } from '../../ui/index.js';
import { periodsKey } from './settlement-queries.js';

/** Money that came in from the partner. */
export const RecordTransfer = ({ partnerId }: { readonly partnerId: string }) => {
  const queries = useQueryClient();
  const record = useMutation({
    mutationFn: ({ reference = '', amount = '' }: Fields) =>
      answer(
        api.POST('/staff/partners/{partnerId}/transfers', {
          params: { path: { partnerId } },
          body: { reference, amount },
        }),
      ),
    onSuccess: () => refresh(queries, periodsKey(partnerId)),
  });
  const faults = faultsByField(record.error);
  return (
    <Ask
      title="Record a transfer"
      verb="Record"
      mutation={record}
      primary
      done={(transfer) => <Recorded transfer={transfer} />}
    >
      <Text size="sm">
        It pays the periods that have ended, the oldest first. The same reference and amount again
        change nothing.
      </Text>
      <TextInput
        name="reference"
        label="The bank’s reference"
        required
        maxLength={140}
        data-autofocus
        error={faults['reference']}
      />
      <TextInput
        name="amount"
        label="Amount, USD"
        placeholder="1250.00"
        required
        inputMode="decimal"
        error={faults['amount']}
      />
    </Ask>
  );
};

const Recorded = ({ transfer }: { readonly transfer: Schemas['Transfer'] }) => (
  <Stack gap="xs" role="status">
    <Text>
      {transfer.created ? 'Recorded' : 'It was known already'}: {transfer.reference},{' '}
      <Money amount={transfer.amount} alone />.
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
