import { Anchor, Table, Text } from '@mantine/core';
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
      columns={['Queue', 'Waiting', 'Oldest', 'Under way', 'Between attempts', 'Gave up']}
    >
      {queues.map(({ queue, waiting, oldestAgeMs, active, delayed, failed }) => (
        <Table.Tr key={queue}>
          <Table.Td>{inWords(queue)}</Table.Td>
          <Table.Td className="figures">{waiting}</Table.Td>
          <Table.Td className="figures">
            {oldestAgeMs === null ? '–' : durationOf(oldestAgeMs)}
          </Table.Td>
          <Table.Td className="figures">{active}</Table.Td>
          <Table.Td className="figures">{delayed}</Table.Td>
          <Table.Td className="figures">{failed}</Table.Td>
        </Table.Tr>
      ))}
    </Listing>
    <Text size="sm" c="dimmed">
      A job that gave up is kept and counted for 7 days, even if a later one has done its work. What
      is stuck now stands under Needs attention.
    </Text>
  </Section>
);

const Dashboard = () =>
  useSession().role === 'operator' ? <Anchor href="/queues">Job by job</Anchor> : null;
