import { Badge } from '@mantine/core';
import { inWords } from './format.js';

const COLORS = new Map<string, string>(
  Object.entries({
    active: 'green',
    approved: 'green',
    completed: 'green',
    delivered: 'green',
    enabled: 'green',
    filled: 'green',
    passed: 'green',
    settled: 'green',
    verified: 'green',
    'verified by the identity provider': 'green',
    recorded: 'green',
    'gone on': 'green',
    new: 'green',
    closed: 'gray.5',
    suspended: 'orange',
    proposed: 'orange',
    overdue: 'red',
    stuck: 'red',
    urgent: 'red',
    failing: 'orange',
    failed: 'red',
    refused: 'red',
    rejected: 'red',
    'rejected by the identity provider': 'red',
    reversed: 'red',
    revoked: 'gray.5',
    canceled: 'gray.5',
    disabled: 'gray.5',
    ended: 'gray.5',
    expired: 'gray.5',
    none: 'gray.5',
  }),
);

/** A status in words. The color only repeats the words. */
export const Status = ({ is }: { readonly is: string }) => (
  <Badge
    className="status"
    variant="dot"
    color={COLORS.get(is.toLowerCase()) ?? 'blue'}
    tt="none"
    fw={500}
  >
    {inWords(is)}
  </Badge>
);
