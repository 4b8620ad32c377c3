import { Code, SimpleGrid, Text } from '@mantine/core';
import { useParams } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { useGet } from '../../api/queries.js';
import {
  DescriptionList,
  Loaded,
  Money,
  Page,
  PageLink,
  Section,
  Status,
  Time,
} from '../../ui/index.js';
import { usePartner } from '../partners/partner-queries.js';
import { Statement } from './statement.js';

/** One period: its totals, and every line behind them. */
export const Period = () => {
  const { partnerId = '', id = '' } = useParams();
  const name = usePartner(partnerId).data?.name;
  const path = { partnerId, id };
  const query = useGet('/staff/partners/{partnerId}/settlements/{id}', { path });
  return (
    <Page title={name === undefined ? 'Period' : `Period of ${name}`}>
      <PageLink to={`/settlements/${partnerId}`}>All periods of the partner</PageLink>
      <Loaded query={query}>{(period) => <Totals period={period} />}</Loaded>
      <Section title="Statement">
        <Statement partnerId={partnerId} id={id} />
      </Section>
    </Page>
  );
};

const Totals = ({ period }: { readonly period: Schemas['Settlement'] }) => (
  <SimpleGrid cols={{ base: 1, md: 2 }}>
    <DescriptionList
      facts={{
        Status: <Status is={period.status} />,
        Began: <Time at={period.opensAt} />,
        [period.closedAt === null ? 'Ends' : 'Ended']: <Time at={period.cutOffAt} />,
        'Transfer due': <Time at={period.dueAt} />,
        Deposits: period.count.toLocaleString('en-US'),
        Withdrawals: period.withdrawals.count.toLocaleString('en-US'),
        'Orders with a commission': period.commissions.count.toLocaleString('en-US'),
        'In flight, count': `${period.inFlight.count.toLocaleString('en-US')} deposits`,
        Id: <Code>{period.id}</Code>,
      }}
    />
    <DescriptionList
      facts={Object.fromEntries(
        amountsOf(period).map(([name, amount]) => [
          name,
          <Text key={name} span inherit className="sum">
            <Money amount={amount} alone />
          </Text>,
        ]),
      )}
    />
  </SimpleGrid>
);

const amountsOf = (period: Schemas['Settlement']): [string, string][] => [
  ['Deposits, gross', period.gross],
  ['Adjustments', period.adjustments],
  ['Withdrawals, net', period.withdrawals.net],
  ['Commissions', period.commissions.amount],
  ['Due', period.due],
  ['Paid from earlier credit', period.carried],
  ['Received', period.received],
  ['Outstanding', period.outstanding],
  ['Fees of deposits', period.fees],
  ['Fees of withdrawals', period.withdrawals.fees],
  ['Credited to users', period.net],
  ['In flight', period.inFlight.amount],
];
