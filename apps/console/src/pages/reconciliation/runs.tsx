import { Table } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { Listing, Section, Time, inWords } from '../../ui/index.js';

type Run = Schemas['ReconciliationRun'];

/** Runs of the reconciliation, the latest first. */
export const Runs = ({ runs }: { readonly runs: readonly Run[] }) => (
  <Section title="Last runs">
    <Listing
      label="Runs, the latest first"
      columns={[
        ...['Finished', 'Kind', 'Since', 'Compared', { amount: 'To confirm' }, { amount: 'New' }],
        ...[{ amount: 'Closed' }, { amount: 'Third-party' }, { amount: 'Not compared' }],
      ]}
    >
      {runs.map((run) => (
        <Row key={run.at} run={run} />
      ))}
    </Listing>
  </Section>
);

const Row = ({ run }: { readonly run: Run }) => (
  <Table.Tr>
    <Table.Td>
      <Time at={run.at} />
    </Table.Td>
    <Table.Td>{inWords(run.kind)}</Table.Td>
    <Table.Td>
      <Time at={run.from} />
    </Table.Td>
    <Table.Td className="wraps">{comparedIn(run)}</Table.Td>
    {[run.pending, run.opened + run.more, run.closed, run.foreign, run.notCompared].map(
      (figure, i) => (
        <Table.Td key={i} className="amount">
          {figure.toLocaleString('en-US')}
        </Table.Td>
      ),
    )}
  </Table.Tr>
);

const comparedIn = ({ compared }: Run): string => {
  const counts = (['deposits', 'orders', 'accounts', 'periods'] as const)
    .filter((name) => compared[name] > 0)
    .map((name) => `${compared[name].toLocaleString('en-US')} ${name}`);
  return counts.length === 0 ? 'no changes' : counts.join(', ');
};
