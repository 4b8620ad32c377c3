import { Table } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { Listing, Section, Time, inWords } from '../../ui/index.js';

type Run = Schemas['ReconciliationRun'];

/** The latest first. */
export const Runs = ({ runs }: { readonly runs: readonly Run[] }) => (
  <Section title="Last runs">
    <Listing
      label="Runs, the latest first"
      columns={[
        ...['Finished', 'Kind', 'Since', { amount: 'Deposits' }, { amount: 'Orders' }],
        ...[{ amount: 'Accounts' }, { amount: 'Periods' }, { amount: 'New' }, { amount: 'Gone' }],
        ...[{ amount: 'Of others' }, { amount: 'Not looked at' }],
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
    {[
      run.compared.deposits,
      run.compared.orders,
      run.compared.accounts,
      run.compared.periods,
      run.opened + run.more,
      run.closed,
      run.foreign,
      run.notCompared,
    ].map((figure, i) => (
      <Table.Td key={i} className="amount">
        {figure.toLocaleString('en-US')}
      </Table.Td>
    ))}
  </Table.Tr>
);
