import { Anchor, Code } from '@mantine/core';
import { Link, useParams } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { Facts, Loaded, Money, Page, Section, Status, Time } from '../../ui/index.js';
import { usePartner } from '../partners/partner-queries.js';
import { usePeriod } from './settlement-queries.js';
import { Statement } from './statement.js';

/** One period: its totals, and every line behind them. */
export const Period = () => {
  const { partnerId = '', id = '' } = useParams();
  const name = usePartner(partnerId).data?.name;
  return (
    <Page title={name === undefined ? 'Period' : `Period of ${name}`}>
      <Anchor component={Link} to={`/settlements/${partnerId}`}>
        All periods of the partner
      </Anchor>
      <Loaded query={usePeriod(partnerId, id)}>{(period) => <Totals period={period} />}</Loaded>
      <Section title="Statement">
        <Statement partnerId={partnerId} id={id} />
      </Section>
    </Page>
  );
};

const Totals = ({ period }: { readonly period: Schemas['Settlement'] }) => {
  const money = (amount: string) => <Money amount={amount} alone />;
  const { inFlight } = period;
  return (
    <Facts
      facts={{
        Status: <Status is={period.status} />,
        Began: <Time at={period.opensAt} />,
        [period.closedAt === null ? 'Ends' : 'Ended']: <Time at={period.cutOffAt} />,
        'Transfer due': <Time at={period.dueAt} />,
        Deposits: period.count.toLocaleString('en-US'),
        Gross: money(period.gross),
        'Fees kept back': money(period.fees),
        'Credited to users': money(period.net),
        'Taken back by the broker': money(period.adjustments),
        Due: money(period.due),
        'Paid from earlier credit': money(period.carried),
        Received: money(period.received),
        Outstanding: money(period.outstanding),
        ...(inFlight.count === 0
          ? {}
          : {
              'On their way': (
                <>
                  {inFlight.count} deposits, {money(inFlight.amount)}
                </>
              ),
            }),
        Id: <Code>{period.id}</Code>,
      }}
    />
  );
};
