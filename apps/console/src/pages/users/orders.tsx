import { Anchor, Table } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  Empty,
  Listing,
  Loaded,
  Money,
  Pager,
  Status,
  Time,
  decimalOf,
  sharesOf,
} from '../../ui/index.js';
import { sizeOf } from './size-of.js';
import { useOrders } from './user-queries.js';

export const Orders = ({ userId }: { readonly userId: string }) => {
  const [offset, setOffset] = useState(0);
  const query = useOrders(userId, offset);
  return (
    <Loaded query={query}>
      {({ orders, metadata }) =>
        metadata.total === 0 ? (
          <Empty title="No orders.">
            The partner places one by the API, once the account is funded.
          </Empty>
        ) : (
          <>
            <Listing
              label="Orders, the oldest first"
              columns={[
                'Order',
                'Asked for',
                'Status',
                { amount: 'Shares filled' },
                { amount: 'Price, USD' },
                { amount: 'Commission, USD' },
                'The partner’s id',
                'Reason',
              ]}
            >
              {orders.map((order) => (
                <Table.Tr key={order.id}>
                  <Table.Td>
                    <Anchor component={Link} to={`/orders/${order.id}`}>
                      {order.side} {sizeOf(order)} {order.symbol}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <Time at={order.createdAt} />
                  </Table.Td>
                  <Table.Td>
                    <Status is={order.status} />
                  </Table.Td>
                  <Table.Td className="amount figures">{sharesOf(order.filledQty)}</Table.Td>
                  <Table.Td className="amount">
                    {order.filledAvgPrice === null ? (
                      'none yet'
                    ) : (
                      <Money amount={String(order.filledAvgPrice)} />
                    )}
                  </Table.Td>
                  <Table.Td className="amount">
                    <Money amount={decimalOf(order.commission)} />
                  </Table.Td>
                  <Table.Td>{order.externalId}</Table.Td>
                  <Table.Td>{order.statusReason}</Table.Td>
                </Table.Tr>
              ))}
            </Listing>
            <Pager metadata={metadata} onPage={setOffset} />
          </>
        )
      }
    </Loaded>
  );
};
