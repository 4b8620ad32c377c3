import { SimpleGrid, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { useGet } from '../../api/queries.js';
import {
  DescriptionList,
  Empty,
  Listing,
  Loaded,
  Money,
  Section,
  Status,
  Time,
} from '../../ui/index.js';

type UserAccount = Schemas['UserAccount'];

/** Balances and positions of a user, as the broker has them. */
export const Account = ({ user }: { readonly user: Schemas['StaffUser'] }) =>
  user.profile === null ? (
    <Empty title="No account yet.">
      The broker opens it after the user has passed the onboarding.
    </Empty>
  ) : (
    <Opened userId={user.id} />
  );

const Opened = ({ userId }: { readonly userId: string }) => (
  <Loaded query={useGet('/staff/users/{userId}/account', { path: { userId } })}>
    {({ balances, holdings }) => (
      <>
        <Text size="sm" mb="sm">
          From the broker at <Time at={balances.asOf} />.
          {balances.stale && ' The broker is unavailable, so the figures may have changed.'}
        </Text>
        <Balances balances={balances} />
        <Positions positions={holdings.positions} />
      </>
    )}
  </Loaded>
);

const Balances = ({ balances }: { readonly balances: UserAccount['balances'] }) => {
  const dollars = (amount: string) => <Money amount={amount} alone />;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} mb="md">
      <DescriptionList
        facts={{
          Cash: dollars(balances.cash),
          'Buying power': dollars(balances.buyingPower),
          'Cash to withdraw': dollars(balances.withdrawableCash),
          'Deposits in progress': dollars(balances.pendingDeposits),
          'Withdrawals in progress': dollars(balances.pendingWithdrawals),
        }}
      />
      <DescriptionList
        facts={{
          'Value of positions': dollars(balances.positionsValue),
          Equity: dollars(balances.equity),
          'Equity at the previous close': dollars(balances.previousEquity),
          Restrictions:
            balances.restrictions.length === 0
              ? 'none'
              : balances.restrictions.map((each) => <Status key={each} is={each} />),
        }}
      />
    </SimpleGrid>
  );
};

const Positions = ({ positions }: { readonly positions: UserAccount['holdings']['positions'] }) => (
  <Section title="Positions">
    <Listing
      label="Positions by symbol"
      rows={positions}
      empty={<Empty title="No positions." />}
      columns={{
        Symbol: ({ symbol }) => symbol,
        Name: ({ name }) => name,
        Shares: { number: ({ qty }) => qty },
        'Average price, USD': { number: ({ averageEntryPrice }) => averageEntryPrice },
        Price: { number: ({ currentPrice }) => currentPrice ?? 'unknown' },
        Value: { number: ({ marketValue }) => <Known amount={marketValue} /> },
        Profit: { number: ({ unrealizedProfit }) => <Known amount={unrealizedProfit} /> },
      }}
    />
  </Section>
);

const Known = ({ amount }: { readonly amount: string | null }) =>
  amount === null ? 'unknown' : <Money amount={amount} />;
