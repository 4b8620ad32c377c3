import { Text, TextInput, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer, errorsByField } from '../../api/api-error.js';
import { FormDialog, type Fields, Money } from '../../ui/index.js';
import { periodsKey } from './settlement-queries.js';

/** Reverses a transfer that was recorded wrongly. */
export const ReverseTransfer = ({ partnerId }: { readonly partnerId: string }) => {
  const queries = useQueryClient();
  const reverse = useMutation({
    mutationFn: ({ reference = '', reason = '' }: Fields) =>
      answer(
        api.POST('/staff/partners/{partnerId}/transfers/reverse', {
          params: { path: { partnerId } },
          body: { reference, reason },
        }),
      ),
    onSuccess: () => refresh(queries, periodsKey(partnerId)),
  });
  const errors = errorsByField(reverse.error);
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
      <TextInput
        name="reference"
        label="The bank’s reference"
        required
        data-autofocus
        error={errors['reference']}
      />
      <Textarea
        name="reason"
        label="Reason of the reversal"
        required
        maxLength={500}
        autosize
        error={errors['reason']}
      />
    </FormDialog>
  );
};
