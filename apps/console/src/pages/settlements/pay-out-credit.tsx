import { Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Schemas, api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer, errorsByField } from '../../api/api-error.js';
import { FormDialog, type Fields, Money } from '../../ui/index.js';
import { periodsKey } from './settlement-queries.js';

/** Records a payout of the partner's credit. */
export const PayOutCredit = ({ partnerId }: { readonly partnerId: string }) => {
  const queries = useQueryClient();
  const record = useMutation({
    mutationFn: ({ reference = '', amount = '' }: Fields) =>
      answer(
        api.POST('/staff/partners/{partnerId}/payouts', {
          params: { path: { partnerId } },
          body: { reference, amount },
        }),
      ),
    onSuccess: () => refresh(queries, periodsKey(partnerId)),
  });
  const errors = errorsByField(record.error);
  return (
    <FormDialog
      title="Record a payout"
      verb="Record the payout"
      mutation={record}
      done={(transfer) => <Recorded transfer={transfer} />}
    >
      <Text size="sm">
        Record the payout after the bank sent the money. It is taken from the credit of the partner.
        The same reference and amount again change nothing.
      </Text>
      <TextInput
        name="reference"
        label="The bank’s reference"
        required
        maxLength={140}
        data-autofocus
        error={errors['reference']}
      />
      <TextInput
        name="amount"
        label="Amount, USD"
        placeholder="99.00"
        required
        inputMode="decimal"
        error={errors['amount']}
      />
    </FormDialog>
  );
};

const Recorded = ({ transfer }: { readonly transfer: Schemas['Transfer'] }) => (
  <Text role="status">
    {wordsOf(transfer)}: {transfer.reference}, <Money amount={transfer.amount} alone />.
  </Text>
);

const wordsOf = ({ status, created }: Schemas['Transfer']): string => {
  if (status === 'proposed')
    return 'Not recorded yet. The amount is above the limit for one person: another person must record the same payout';
  if (status === 'reversed') return 'The payout was reversed earlier, and stays reversed';
  return created ? 'Recorded' : 'Already recorded';
};
