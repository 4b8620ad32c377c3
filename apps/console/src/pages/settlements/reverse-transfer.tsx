import { Text, TextInput, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer, faultsByField } from '../../api/trouble.js';
import { Ask, type Fields, Money } from '../../ui/index.js';
import { periodsKey } from './settlement-queries.js';

/** What was recorded wrongly. */
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
  const faults = faultsByField(reverse.error);
  return (
    <Ask
      title="Take a transfer back"
      verb="Take it back"
      mutation={reverse}
      danger
      done={({ reference, amount, awaitsSecondPerson }) => (
        <Text role="status">
          {awaitsSecondPerson ? 'Noted, and not taken back yet' : 'Taken back'}: {reference},{' '}
          <Money amount={amount} alone />.{' '}
          {awaitsSecondPerson
            ? 'It is above what one person may take back: ask somebody else to do the same.'
            : 'The periods it had paid owe it again.'}
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
        error={faults['reference']}
      />
      <Textarea
        name="reason"
        label="Why it was wrong"
        required
        maxLength={500}
        autosize
        error={faults['reason']}
      />
    </Ask>
  );
};
