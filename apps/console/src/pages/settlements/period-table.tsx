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
      'Transfer due',
      { amount: 'Deposits' },
      { amount: 'Gross, USD' },
      { amount: 'Adjustments' },
      { amount: 'Due' },
      { amount: 'Received' },
      { amount: 'Outstanding' },
    ]}
  >
    {periods.map((period) => (
      <Table.Tr key={period.id}>
        <Table.Td>
          <Anchor component={Link} to={`/settlements/${period.partnerId}/${period.id}`}>
            <Time at={period.cutOffAt} />
          </Anchor>
        </Table.Td>
        <Table.Td>
          <Status is={period.status} />
        </Table.Td>
        <Table.Td>
          <Time at={period.dueAt} />
        </Table.Td>
        <Table.Td className="amount figures">{period.count.toLocaleString('en-US')}</Table.Td>
        {[period.gross, period.adjustments, period.due, period.received, period.outstanding].map(
          (amount, i) => (
            <Table.Td key={i} className="amount">
              <Money amount={amount} />
            </Table.Td>
          ),
        )}
      </Table.Tr>
    ))}
  </Listing>
);
