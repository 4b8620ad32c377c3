import { Anchor, Button, Group, Table, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Schemas } from '../../api/client.js';
import {
  Empty,
  Listing,
  Loaded,
  Money,
  Page,
  Status,
  Time,
  decimalOf,
  formOf,
} from '../../ui/index.js';
import { usePartnerNames } from '../partners/partner-queries.js';
import { nameOf } from './name-of.js';
import { sizeOf } from './size-of.js';
import { useFoundThings, useFoundUsers } from './user-queries.js';

/** Longest e-mail. Ids are shorter. */
const SOUGHT_MAX = 254;

/** Search for a user, a deposit or an order. */
export const Users = () => {
  const [search, setSearch] = useSearchParams();
  const text = search.get('text') ?? '';
  const [typed, setTyped] = useState(text);
  const sought = text.length > SOUGHT_MAX ? '' : text;
  const query = useFoundUsers(sought);
  const things = useFoundThings(sought);
  const seek = formOf(({ text: wanted = '' }) => {
    setTyped(wanted);
    if (wanted.length <= SOUGHT_MAX) setSearch(wanted === '' ? {} : { text: wanted });
  });
  const length = Math.max(typed.length, text.length);
  const isTooLong = length > SOUGHT_MAX;
  return (
    <Page title="Users">
      <form role="search" onSubmit={seek}>
        <Group align="flex-end">
          <TextInput
            key={text}
            name="text"
            type="search"
            label="A part of the e-mail, or an id of a user, a deposit or an order"
            description="Enter a complete id of the partner, the service or the broker. The search covers all partners."
            defaultValue={text}
            w={{ base: '100%', xs: 440 }}
            autoFocus
            error={isTooLong && tooLong(length)}
          />
          <Button type="submit">Search</Button>
        </Group>
      </form>
      {text !== '' && !isTooLong && (
        <Loaded query={query}>
          {({ users }) => (
            <Loaded query={things}>
              {(found) =>
                users.length + found.deposits.length + found.orders.length === 0 ? (
                  <Empty title="No match.">
                    Search for at least 3 characters of the e-mail, or for a whole id.
                  </Empty>
                ) : (
                  <>
                    {users.length > 0 && <Found users={users} />}
                    {found.deposits.length > 0 && <FoundDeposits deposits={found.deposits} />}
                    {found.orders.length > 0 && <FoundOrders orders={found.orders} />}
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
    <Listing label="Users" columns={['Name', 'E-mail', 'Status', 'Partner', 'Registered']}>
      {users.map((user) => (
        <Table.Tr key={user.id}>
          <Table.Td>
            <Anchor component={Link} to={`/users/${user.id}`}>
              {nameOf(user)}
            </Anchor>
          </Table.Td>
          <Table.Td>{user.email}</Table.Td>
          <Table.Td>
            <Status is={user.status} />
          </Table.Td>
          <Table.Td>{names.get(user.partnerId) ?? user.partnerId}</Table.Td>
          <Table.Td>
            <Time at={user.createdAt} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Listing>
  );
};

const COLUMNS = ['Partner', 'Status', 'The partner’s id', 'Asked for'];

const FoundDeposits = ({ deposits }: Pick<Schemas['FoundThings'], 'deposits'>) => {
  const names = usePartnerNames();
  return (
    <Listing label="Deposits" columns={['Deposit', ...COLUMNS]}>
      {deposits.map((deposit) => (
        <Table.Tr key={deposit.id}>
          <Table.Td>
            <Anchor component={Link} to={`/deposits/${deposit.id}`}>
              <Money amount={decimalOf(deposit.amount)} alone />
            </Anchor>
          </Table.Td>
          <Cells of={deposit} partner={names.get(deposit.partnerId)} />
        </Table.Tr>
      ))}
    </Listing>
  );
};

const FoundOrders = ({ orders }: Pick<Schemas['FoundThings'], 'orders'>) => {
  const names = usePartnerNames();
  return (
    <Listing label="Orders" columns={['Order', ...COLUMNS]}>
      {orders.map((order) => (
        <Table.Tr key={order.id}>
          <Table.Td>
            <Anchor component={Link} to={`/orders/${order.id}`}>
              {order.side} {sizeOf(order)} {order.symbol}
            </Anchor>
          </Table.Td>
          <Cells of={order} partner={names.get(order.partnerId)} />
        </Table.Tr>
      ))}
    </Listing>
  );
};

type CellsProps = {
  readonly of: Schemas['FundingTransaction'] | Schemas['StaffOrder'];
  readonly partner: string | undefined;
};

const Cells = ({ of: { partnerId, status, externalId, createdAt }, partner }: CellsProps) => (
  <>
    <Table.Td>{partner ?? partnerId}</Table.Td>
    <Table.Td>
      <Status is={status} />
    </Table.Td>
    <Table.Td>{externalId}</Table.Td>
    <Table.Td>
      <Time at={createdAt} />
    </Table.Td>
  </>
);
