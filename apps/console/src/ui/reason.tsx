import { Textarea } from '@mantine/core';
import { errorsByField } from '../api/api-error.js';

type Props = { readonly description: string; readonly error: Error | null };

/** Field for the reason of an action, with its error from the API. */
export const Reason = ({ description, error }: Props) => (
  <Textarea
    name="reason"
    label="Reason"
    description={description}
    required
    maxLength={500}
    autosize
    data-autofocus
    error={errorsByField(error)['reason']}
  />
);
