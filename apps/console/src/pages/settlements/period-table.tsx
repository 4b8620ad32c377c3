import { Anchor, Table } from '@mantine/core';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { Listing, Money, Status, Time } from '../../ui/index.js';

type Props = { readonly periods: readonly Schemas['Settlement'][] };

export const PeriodTable = ({ periods }: Props) => (
  <Listing
    label="Periods, the newest first"
    columns={[
      'Ends',
      'Status',
      { amount: 'Outstanding, USD' },
      { amount: 'Due' },
      { amount: 'Received' },
      'Transfer due',
      { amount: 'Deposits' },
      { amount: 'Withdrawals' },
    ]}
  >
    {periods.map((period) => (
      <Table.Tr key={period.id}>
        <Table.Td>
          <Anchor component={Link} to={`/settlements/${period.partnerId}/${period.id}`}>
            <Time at={period.cutOffAt} linked />
          </Anchor>
        </Table.Td>
        <Table.Td>
          <Status is={period.status} />
        </Table.Td>
        <Amounts of={[period.outstanding, period.due, period.received]} />
        <Table.Td>
          <Time at={period.dueAt} />
        </Table.Td>
        <Amounts of={[period.gross, period.withdrawals.gross]} />
      </Table.Tr>
    ))}
  </Listing>
);

const Amounts = ({ of: amounts }: { readonly of: readonly string[] }) =>
  amounts.map((amount, i) => (
    <Table.Td key={i} className="amount">
      <Money amount={amount} />
    </Table.Td>
  ));
