import { NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer, errorsByField } from '../../api/api-error.js';
import { FormDialog, type Fields, Time } from '../../ui/index.js';
import { periodsKey } from '../settlements/settlement-queries.js';

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const MONTH_DAYS = [...Array.from({ length: 28 }, (_, i) => String(i + 1)), 'last'];

type Props = {
  readonly partnerId: string;
  /** Schedule of the next periods, once it is loaded. */
  readonly present: Schemas['Schedule'] | undefined;
};

export const ChangeSchedule = ({ partnerId, present }: Props) => {
  const queries = useQueryClient();
  const [every, setEvery] = useState('day');
  const change = useMutation({
    mutationFn: ({ zone = '', cutOff = '', every: rhythm = '', on, dueDays }: Fields) =>
      answer(
        api.PUT('/staff/partners/{partnerId}/schedule', {
          params: { path: { partnerId } },
          body: { zone, cutOff, every: rhythm, on, dueDays: Number(dueDays) },
        }),
      ),
    onSuccess: () => refresh(queries, periodsKey(partnerId)),
  });
  const errors = errorsByField(change.error);
  return (
    <FormDialog
      title="Change the schedule"
      verb="Change"
      mutation={change}
      onOpen={() => setEvery(present?.every ?? 'day')}
      done={({ openUntil }) => (
        <Text size="sm" role="status">
          Changed. The open period still ends as planned, on <Time at={openUntil} />; those after it
          end by the new schedule.
        </Text>
      )}
    >
      <Text size="sm">
        It holds from the next period on. Ends on a weekend or a bank holiday move to the next
        business day.
      </Text>
      <TextInput
        name="zone"
        label="Time zone"
        defaultValue={present?.zone}
        required
        data-autofocus
        error={errors['zone']}
      />
      <TextInput
        name="cutOff"
        label="Ends at, local time"
        type="time"
        defaultValue={present?.cutOff}
        required
        error={errors['cutOff']}
      />
      <NativeSelect
        name="every"
        label="Every"
        data={['day', 'week', 'month']}
        value={every}
        onChange={(event) => setEvery(event.currentTarget.value)}
        error={errors['every']}
      />
      {every !== 'day' && (
        <NativeSelect
          key={every}
          name="on"
          label="On"
          data={every === 'week' ? WEEKDAYS : MONTH_DAYS}
          defaultValue={present?.every === every ? (present.on ?? undefined) : undefined}
          error={errors['on']}
        />
      )}
      <NumberInput
        name="dueDays"
        label="Business days until the transfer is due"
        defaultValue={present?.dueDays}
        min={0}
        max={60}
        allowDecimal={false}
        required
        error={errors['dueDays']}
      />
    </FormDialog>
  );
};
