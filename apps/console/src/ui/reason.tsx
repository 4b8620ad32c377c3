import { Textarea } from '@mantine/core';
import { faultsByField } from '../api/trouble.js';

type Props = { readonly description: string; readonly error: Error | null };

/** Why somebody does it; with what the api says against their words. */
export const Reason = ({ description, error }: Props) => (
  <Textarea
    name="reason"
    label="Reason"
    description={description}
    required
    maxLength={500}
    autosize
    data-autofocus
    error={faultsByField(error)['reason']}
  />
);
