import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Empty, Listing, Loaded, Money, Page, Section, Time } from '../../ui/index.js';
import type { Schemas } from '../../api/client.js';
import { usePartners } from '../partners/partner-queries.js';
import { useOverdue } from './settlement-queries.js';

type Period = Schemas['Settlement'];
type Partners = readonly { readonly id: string; readonly name: string }[];

/** What is late, of all partners, and the way to each partner's periods. */
export const Settlements = () => (
  <Page title="Settlements">
    <Loaded query={usePartners()}>
      {({ partners }) =>
        partners.length === 0 ? (
          <Empty title="There are no partners yet.">An operator creates them.</Empty>
        ) : (
          <>
            <Overdue partners={partners} />
            <Section title="Periods of a partner">
              <Listing label="Partners" columns={['Partner']}>
                {partners.map(({ id, name }) => (
                  <Table.Tr key={id}>
                    <Table.Td>
                      <Anchor component={Link} to={`/settlements/${id}`}>
                        {name}
                      </Anchor>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Listing>
            </Section>
          </>
        )
      }
    </Loaded>
  </Page>
);

const Overdue = ({ partners }: { readonly partners: Partners }) => (
  <Section title="Overdue">
    <Loaded query={useOverdue()}>
      {({ settlements, metadata }) =>
        settlements.length === 0 ? (
          <Empty title="Nothing is overdue.">Every transfer that was due has come in.</Empty>
        ) : (
          <>
            <OverduePeriods periods={settlements} partners={partners} />
            {metadata.total > settlements.length && (
              <Text size="sm">And {metadata.total - settlements.length} more after these.</Text>
            )}
          </>
        )
      }
    </Loaded>
  </Section>
);

type OverdueProps = { readonly periods: readonly Period[]; readonly partners: Partners };

const OverduePeriods = ({ periods, partners }: OverdueProps) => {
  const nameOf = (partnerId: string) => partners.find(({ id }) => id === partnerId)?.name;
  return (
    <Listing
      label="Overdue periods, the longest due first"
      columns={['Partner', 'Was due', { amount: 'Outstanding, USD' }, { amount: 'Due' }]}
    >
      {periods.map(({ id, partnerId, dueAt, outstanding, due }) => (
        <Table.Tr key={id}>
          <Table.Td>
            <Anchor component={Link} to={`/settlements/${partnerId}/${id}`}>
              {nameOf(partnerId)}
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
