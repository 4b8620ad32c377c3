import { Anchor, Button, Group, Table, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Schemas } from '../../api/client.js';
import { Empty, Listing, Loaded, Page, Status, Time, formOf } from '../../ui/index.js';
import { usePartnerNames } from '../partners/partner-queries.js';
import { nameOf } from './name-of.js';
import { useFoundUsers } from './user-queries.js';

/** No e-mail is longer, and no id. */
const SOUGHT_MAX = 254;

/** The way to a user, by whatever one has of them. */
export const Users = () => {
  const [search, setSearch] = useSearchParams();
  const text = search.get('text') ?? '';
  const [typed, setTyped] = useState(text);
  const query = useFoundUsers(text.length > SOUGHT_MAX ? '' : text);
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
            label="E-mail, external id, user id or account number at the broker"
            description="Whole, as the partner or the user has it. All partners are searched."
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
          {({ users }) =>
            users.length === 0 ? (
              <Empty title="Nobody was found.">
                Search for the whole e-mail or id: parts of them find nothing.
              </Empty>
            ) : (
              <Found users={users} />
            )
          }
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
