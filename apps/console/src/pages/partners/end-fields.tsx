import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { nextMinute } from './key-end.js';

const LATER = [
  { value: 'hour', label: 'in an hour' },
  { value: 'day', label: 'in 24 hours' },
  { value: 'week', label: 'in 7 days' },
  { value: 'on', label: 'at a chosen time' },
];

type Choice = (typeof LATER)[number];

type Props = {
  readonly label: string;
  /** Default choice. */
  readonly usual: string;
  /** Further choices. */
  readonly others?: readonly Choice[];
  readonly error?: string;
};

/** Fields for the end of a key. */
export const EndFields = ({ label, usual, others = [], error }: Props) => {
  const [ends, setEnds] = useState(usual);
  const [soonest] = useState(() => nextMinute(Date.now()));
  return (
    <>
      <NativeSelect
        name="ends"
        label={label}
        data-autofocus
        data={[...LATER, ...others]}
        value={ends}
        onChange={(event) => setEnds(event.currentTarget.value)}
        error={ends === 'on' ? undefined : error}
      />
      {ends === 'on' && (
        <TextInput
          name="on"
          label="Ends, in UTC"
          type="datetime-local"
          min={soonest}
          max="9999-12-31T23:59"
          required
          error={error}
        />
      )}
    </>
  );
};
