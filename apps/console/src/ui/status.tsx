import { Badge } from '@mantine/core';
import { inWords } from './words.js';

const COLORS: Readonly<Record<string, string>> = {
  active: 'green',
  approved: 'green',
  completed: 'green',
  filled: 'green',
  passed: 'green',
  settled: 'green',
  verified: 'green',
  recorded: 'green',
  new: 'green',
  closed: 'gray',
  suspended: 'orange',
  overdue: 'red',
  failed: 'red',
  refused: 'red',
  rejected: 'red',
  reversed: 'red',
  revoked: 'gray',
  canceled: 'gray',
  expired: 'gray',
  none: 'gray',
};

/** A status word of the service, as people write it. The color only repeats it. */
export const Status = ({ is }: { readonly is: string }) => (
  <Badge
    className="status"
    variant="dot"
    color={COLORS[is.toLowerCase()] ?? 'blue'}
    tt="none"
    fw={500}
  >
    {inWords(is)}
  </Badge>
);
