import { Anchor, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { Listing, Section, inWords } from '../../ui/index.js';
import { durationOf } from './durations.js';

type Props = { readonly queues: readonly Schemas['QueueDepth'][] };

/** Number and age of the waiting jobs. */
export const Queues = ({ queues }: Props) => (
  <Section title="Queues" actions={<Dashboard />}>
    <Listing
      label="What waits in each queue"
      rows={queues}
      columns={{
        Queue: ({ queue }) => inWords(queue),
        Waiting: ({ waiting }) => waiting,
        Oldest: ({ oldestAgeMs }) => (oldestAgeMs === null ? '–' : durationOf(oldestAgeMs)),
        'Under way': ({ active }) => active,
        'Between attempts': ({ delayed }) => delayed,
        'Gave up': ({ failed }) => failed,
      }}
    />
    <Text size="sm" c="dimmed">
      A job that gave up is kept and counted for 7 days, even if a later one has done its work. What
      is stuck now stands under Needs attention.
    </Text>
  </Section>
);

const Dashboard = () =>
  useSession().role === 'operator' ? <Anchor href="/queues">Job by job</Anchor> : null;
