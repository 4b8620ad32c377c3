import { useState } from 'react';
import { PAGED, useGet } from '../../api/queries.js';
import {
  Empty,
  Listing,
  Loaded,
  PageLink,
  Status,
  Time,
  decimalOf,
  inWords,
} from '../../ui/index.js';

const PAGE = 20;

export const Deposits = ({ userId }: { readonly userId: string }) => {
  const [offset, onPage] = useState(0);
  const params = { path: { userId }, query: { limit: PAGE, offset } };
  return (
    <Loaded query={useGet('/staff/users/{userId}/deposits', params, PAGED)}>
      {({ transactions, metadata }) => (
        <Listing
          label="Deposits and withdrawals, the oldest first"
          rows={transactions}
          page={{ metadata, onPage }}
          empty={
            <Empty title="No deposits or withdrawals.">
              The partner makes one by the API, once the account is active.
            </Empty>
          }
          columns={{
            'Asked for': ({ id, createdAt }) => (
              <PageLink to={`/deposits/${id}`}>
                <Time at={createdAt} linked />
              </PageLink>
            ),
            Direction: ({ direction }) => inWords(direction),
            Status: ({ status }) => <Status is={status} />,
            'Amount, USD': { amount: ({ amount }) => decimalOf(amount) },
            Fee: { amount: ({ fee }) => decimalOf(fee) },
            Net: { amount: ({ netAmount }) => decimalOf(netAmount) },
            'The partner’s id': ({ externalId }) => externalId,
            Reason: ({ statusReason }) => statusReason,
          }}
        />
      )}
    </Loaded>
  );
};
