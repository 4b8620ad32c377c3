import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Empty, Listing, Loaded, Money, Page, Section, Time } from '../../ui/index.js';
import type { Schemas } from '../../api/client.js';
import { usePartnerNames } from '../partners/partner-queries.js';
import { PartnerSearch } from '../partners/partner-search.js';
import { Proposals } from './proposals.js';
import { useOverdue } from './settlement-queries.js';

type Period = Schemas['Settlement'];
/** Overdue periods of all partners, with links to each partner's periods. */
export const Settlements = () => (
  <Page title="Settlements">
    <Overdue />
    <Proposals />
    <Section title="Periods of a partner">
      <PartnerSearch to="/settlements" none="An operator creates them." />
    </Section>
  </Page>
);

const Overdue = () => (
  <Section title="Overdue">
    <Loaded query={useOverdue()}>
      {({ settlements, metadata }) =>
        settlements.length === 0 ? (
          <Empty title="Nothing is overdue.">All due transfers have arrived.</Empty>
        ) : (
          <>
            <OverduePeriods periods={settlements} />
            {metadata.total > settlements.length && (
              <Text size="sm">And {metadata.total - settlements.length} more after these.</Text>
            )}
          </>
        )
      }
    </Loaded>
  </Section>
);

const OverduePeriods = ({ periods }: { readonly periods: readonly Period[] }) => {
  const names = usePartnerNames();
  return (
    <Listing
      label="Overdue periods, the longest due first"
      columns={['Partner', 'Was due', { amount: 'Outstanding, USD' }, { amount: 'Due' }]}
    >
      {periods.map(({ id, partnerId, dueAt, outstanding, due }) => (
        <Table.Tr key={id}>
          <Table.Td>
            <Anchor component={Link} to={`/settlements/${partnerId}/${id}`}>
              {names.get(partnerId) ?? partnerId}
            </Anchor>
          </Table.Td>
          <Table.Td>
            <Time at={dueAt} />
          </Table.Td>
          <Table.Td className="amount">
            <Money amount={outstanding} />
          </Table.Td>
          <Table.Td className="amount">
            <Money amount={due} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Listing>
  );
};
