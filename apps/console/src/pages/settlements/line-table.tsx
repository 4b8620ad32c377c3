import { Anchor, Table } from '@mantine/core';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { Listing, Money, Time } from '../../ui/index.js';
import { lineKey } from './line-key.js';

export const LineTable = ({ lines }: { readonly lines: readonly Schemas['StatementLine'][] }) => (
  <Listing
    label="Lines of the statement"
    columns={[
      'Completed',
      'What',
      'The partner’s id',
      { amount: 'Gross, USD' },
      { amount: 'Fee' },
      { amount: 'Net' },
      { amount: 'Due' },
      'User',
    ]}
  >
    {lines.map((line, place) => (
      <Table.Tr key={lineKey(line, place)}>
        <Table.Td>
          <Time at={line.completedAt} />
        </Table.Td>
        <Table.Td>
          <Anchor
            component={Link}
            to={`/${line.journalId === null ? 'orders' : 'deposits'}/${line.transactionId}`}
          >
            {line.type}
          </Anchor>
        </Table.Td>
        <Table.Td>{line.externalId}</Table.Td>
        <Table.Td className="amount">
          <Money amount={line.gross} />
        </Table.Td>
        <Table.Td className="amount">
          <Money amount={line.fee} />
        </Table.Td>
        <Table.Td className="amount">
          <Money amount={line.net} />
        </Table.Td>
        <Table.Td className="amount">
          <Money amount={line.due} />
        </Table.Td>
        <Table.Td>
          <Anchor component={Link} to={`/users/${line.userId}`}>
            {line.userId.slice(0, 8)}
          </Anchor>
        </Table.Td>
      </Table.Tr>
    ))}
  </Listing>
);
