import { useState } from 'react';
import { PAGED, useGet } from '../../api/queries.js';
import {
  Empty,
  Listing,
  Loaded,
  Money,
  PageLink,
  Status,
  Time,
  decimalOf,
  sharesOf,
} from '../../ui/index.js';
import { orderWords } from './order-words.js';

const PAGE = 20;

export const Orders = ({ userId }: { readonly userId: string }) => {
  const [offset, onPage] = useState(0);
  const params = { path: { userId }, query: { limit: PAGE, offset } };
  return (
    <Loaded query={useGet('/staff/users/{userId}/orders', params, PAGED)}>
      {({ orders, metadata }) => (
        <Listing
          label="Orders, the oldest first"
          rows={orders}
          page={{ metadata, onPage }}
          empty={
            <Empty title="No orders.">
              The partner places one by the API, once the account is funded.
            </Empty>
          }
          columns={{
            Order: (order) => <PageLink to={`/orders/${order.id}`}>{orderWords(order)}</PageLink>,
            'Asked for': ({ createdAt }) => <Time at={createdAt} />,
            Status: ({ status }) => <Status is={status} />,
            'Shares filled': { number: ({ filledQty }) => sharesOf(filledQty) },
            'Price, USD': {
              number: ({ filledAvgPrice: price }) =>
                price === null ? 'none yet' : <Money amount={String(price)} />,
            },
            'Commission, USD': { amount: ({ commission }) => decimalOf(commission) },
            'The partner’s id': ({ externalId }) => externalId,
            Reason: ({ statusReason }) => statusReason,
          }}
        />
      )}
    </Loaded>
  );
};
