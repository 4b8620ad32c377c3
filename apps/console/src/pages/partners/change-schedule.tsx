import { NativeSelect, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { fieldError } from '../../api/api-error.js';
import { type Fields, FormDialog, TextField, Time } from '../../ui/index.js';

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const MONTH_DAYS = [...Array.from({ length: 28 }, (_, i) => String(i + 1)), 'last'];

type Props = {
  readonly partnerId: string;
  /** Schedule of the next periods, once it is loaded. */
  readonly present: Schemas['Schedule'] | undefined;
};

export const ChangeSchedule = ({ partnerId, present }: Props) => {
  const [every, setEvery] = useState('day');
  const change = useAction(({ zone = '', cutOff = '', every: rhythm = '', on, dueDays }: Fields) =>
    api.PUT('/staff/partners/{partnerId}/schedule', {
      params: { path: { partnerId } },
      body: { zone, cutOff, every: rhythm, on, dueDays: Number(dueDays) },
    }),
  );
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
      <TextField name="zone" label="Time zone" defaultValue={present?.zone} data-autofocus />
      <TextField
        name="cutOff"
        label="Ends at, local time"
        type="time"
        defaultValue={present?.cutOff}
      />
      <NativeSelect
        name="every"
        label="Every"
        data={['day', 'week', 'month']}
        value={every}
        onChange={(event) => setEvery(event.currentTarget.value)}
        error={fieldError(change.error, 'every')}
      />
      {every !== 'day' && (
        <NativeSelect
          key={every}
          name="on"
          label="On"
          data={every === 'week' ? WEEKDAYS : MONTH_DAYS}
          defaultValue={present?.every === every ? (present.on ?? undefined) : undefined}
          error={fieldError(change.error, 'on')}
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
        error={fieldError(change.error, 'dueDays')}
      />
    </FormDialog>
  );
};
