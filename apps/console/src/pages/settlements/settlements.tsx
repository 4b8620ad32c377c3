import { Anchor, Table } from '@mantine/core';
import { Link } from 'react-router';
import { Empty, Listing, Loaded, Money, Page, Problem, Section, Time } from '../../ui/index.js';
import { usePartners } from '../partners/partner-queries.js';
import { useOverdue } from './settlement-queries.js';

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

const Overdue = ({ partners }: { readonly partners: Partners }) => {
  const { periods, error, isPending } = useOverdue(partners.map(({ id }) => id));
  const nameOf = (partnerId: string) => partners.find(({ id }) => id === partnerId)?.name;
  return (
    <Section title="Overdue">
      {error !== null && <Problem error={error} />}
      {periods.length === 0 && !isPending && error === null && (
        <Empty title="Nothing is overdue.">Every transfer that was due has come in.</Empty>
      )}
      {periods.length > 0 && (
        <Listing
          label="Overdue periods, the longest due first"
          columns={['Partner', 'Was due', { amount: 'Outstanding, USD' }, { amount: 'Due' }]}
        >
          {periods.map((period) => (
            <Table.Tr key={period.id}>
              <Table.Td>
                <Anchor component={Link} to={`/settlements/${period.partnerId}/${period.id}`}>
                  {nameOf(period.partnerId)}
                </Anchor>
              </Table.Td>
              <Table.Td>
                <Time at={period.dueAt} />
              </Table.Td>
              <Table.Td className="amount">
                <Money amount={period.outstanding} />
              </Table.Td>
              <Table.Td className="amount">
                <Money amount={period.due} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Listing>
      )}
    </Section>
  );
};
