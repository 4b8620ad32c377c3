import { SimpleGrid, Table, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
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
import { useUserAccount } from './user-queries.js';

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
  <Loaded query={useUserAccount(userId)}>
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
    {positions.length === 0 ? (
      <Empty title="No positions." />
    ) : (
      <Listing
        label="Positions by symbol"
        columns={[
          'Symbol',
          'Name',
          { amount: 'Shares' },
          { amount: 'Average price, USD' },
          { amount: 'Price' },
          { amount: 'Value' },
          { amount: 'Profit' },
        ]}
      >
        {positions.map((held) => (
          <Table.Tr key={held.symbol}>
            <Table.Td>{held.symbol}</Table.Td>
            <Table.Td>{held.name}</Table.Td>
            <Table.Td className="amount">{held.qty}</Table.Td>
            <Table.Td className="amount">{held.averageEntryPrice}</Table.Td>
            <Table.Td className="amount">{held.currentPrice ?? 'unknown'}</Table.Td>
            <Table.Td className="amount">
              <Known amount={held.marketValue} />
            </Table.Td>
            <Table.Td className="amount">
              <Known amount={held.unrealizedProfit} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Listing>
    )}
  </Section>
);

const Known = ({ amount }: { readonly amount: string | null }) =>
  amount === null ? 'unknown' : <Money amount={amount} />;
