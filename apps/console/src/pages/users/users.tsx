import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { useGet } from '../../api/queries.js';
import {
  Empty,
  Listing,
  Loaded,
  Money,
  Page,
  PageLink,
  Search,
  Status,
  Time,
  decimalOf,
} from '../../ui/index.js';
import { usePartnerNames } from '../partners/partner-queries.js';
import { nameOf } from './name-of.js';
import { orderWords } from './order-words.js';

/** Longest e-mail. Ids are shorter. */
const SOUGHT_MAX = 254;

/** Search for a user, a deposit or an order. */
export const Users = () => {
  const [search, setSearch] = useSearchParams();
  const text = search.get('text') ?? '';
  const [typed, setTyped] = useState(text);
  const sought = text.length > SOUGHT_MAX ? '' : text;
  const found = { query: { text: sought } };
  const query = useGet('/staff/users', found, { enabled: sought !== '' });
  const things = useGet('/staff/find', found, { enabled: sought !== '' });
  const seek = (wanted: string) => {
    setTyped(wanted);
    if (wanted.length <= SOUGHT_MAX) setSearch(wanted === '' ? {} : { text: wanted });
  };
  const length = Math.max(typed.length, text.length);
  const isTooLong = length > SOUGHT_MAX;
  return (
    <Page title="Users">
      <Search
        key={text}
        onSearch={seek}
        label="A part of the e-mail, or an id of a user, a deposit or an order"
        description="Enter a complete id of the partner, the service or the broker. The search covers all partners."
        defaultValue={text}
        w={{ base: '100%', xs: 440 }}
        autoFocus
        error={isTooLong && tooLong(length)}
      />
      {text !== '' && !isTooLong && (
        <Loaded query={query}>
          {({ users }) => (
            <Loaded query={things}>
              {({ deposits, orders }) =>
                users.length + deposits.length + orders.length === 0 ? (
                  <Empty title="No match.">
                    Search for at least 3 characters of the e-mail, or for a whole id.
                  </Empty>
                ) : (
                  <>
                    {users.length > 0 && <Found users={users} />}
                    {deposits.length > 0 && <FoundDeposits deposits={deposits} />}
                    {orders.length > 0 && <FoundOrders orders={orders} />}
                  </>
                )
              }
            </Loaded>
          )}
        </Loaded>
      )}
    </Page>
  );
};

const tooLong = (length: number) =>
  `An e-mail, an id or a number has at most ${SOUGHT_MAX} characters, and this has ${length.toLocaleString('en-US')}.`;

const Found = ({ users }: Schemas['FoundUsers']) => {
  const names = usePartnerNames();
  return (
    <Listing
      label="Users"
      rows={users}
      columns={{
        Name: (user) => <PageLink to={`/users/${user.id}`}>{nameOf(user)}</PageLink>,
        'E-mail': ({ email }) => email,
        Status: ({ status }) => <Status is={status} />,
        Partner: ({ partnerId }) => names.get(partnerId) ?? partnerId,
        Registered: ({ createdAt }) => <Time at={createdAt} />,
      }}
    />
  );
};

const FoundDeposits = ({ deposits }: Pick<Schemas['FoundThings'], 'deposits'>) => {
  const names = usePartnerNames();
  return (
    <Listing
      label="Deposits"
      rows={deposits}
      columns={{
        Deposit: ({ id, amount }) => (
          <PageLink to={`/deposits/${id}`}>
            <Money amount={decimalOf(amount)} alone />
          </PageLink>
        ),
        ...commonColumns(names),
      }}
    />
  );
};

const FoundOrders = ({ orders }: Pick<Schemas['FoundThings'], 'orders'>) => {
  const names = usePartnerNames();
  return (
    <Listing
      label="Orders"
      rows={orders}
      columns={{
        Order: (order) => <PageLink to={`/orders/${order.id}`}>{orderWords(order)}</PageLink>,
        ...commonColumns(names),
      }}
    />
  );
};

type Transaction = Schemas['FoundThings']['deposits'][number] | Schemas['StaffOrder'];

const commonColumns = (names: ReadonlyMap<string, string>) => ({
  Partner: ({ partnerId }: Transaction) => names.get(partnerId) ?? partnerId,
  Status: ({ status }: Transaction) => <Status is={status} />,
  'The partner’s id': ({ externalId }: Transaction) => externalId,
  'Asked for': ({ createdAt }: Transaction) => <Time at={createdAt} />,
});
