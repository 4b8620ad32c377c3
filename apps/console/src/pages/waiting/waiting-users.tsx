import { Anchor, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Schemas, api } from '../../api/client.js';
import { answer } from '../../api/api-error.js';
import { CONSOLE_LIST_POLL_MS } from '../../timing.js';
import { Empty, Listing, Loaded, Page, Time } from '../../ui/index.js';

/** Users who cannot continue before someone acts, with the need of each. */
export const WaitingUsers = () => {
  const query = useQuery({
    queryKey: ['waiting-users'],
    queryFn: () => answer(api.GET('/staff/waiting-users')),
    refetchInterval: CONSOLE_LIST_POLL_MS,
  });
  return (
    <Page title="Users who need something">
      <Loaded query={query}>
        {({ waiting }) =>
          waiting.length === 0 ? (
            <Empty title="Nobody needs anything now.">
              Users appear here when an application is held or refused, when the broker or the
              identity provider needs more from them, and when their onboarding waits for a review.
            </Empty>
          ) : (
            <List waiting={waiting} />
          )
        }
      </Loaded>
    </Page>
  );
};

const List = ({ waiting }: Schemas['WaitingUserList']) => (
  <Listing
    label="Users who need something, the longest wait first"
    columns={['User', 'Partner', 'Needs', 'Since']}
  >
    {waiting.map(({ userId, user, partnerId, partnerName, need, needs, since }) => (
      <Table.Tr key={`${userId} ${need}`}>
        <Table.Td>
          <Anchor component={Link} to={`/users/${userId}`}>
            {user?.name ?? userId}
          </Anchor>
          {user !== null && (
            <Text size="xs" c="dimmed">
              {user.email}
            </Text>
          )}
        </Table.Td>
        <Table.Td>
          <Anchor component={Link} to={`/partners/${partnerId}`}>
            {partnerName ?? partnerId}
          </Anchor>
        </Table.Td>
        <Table.Td className="wraps">{needs}</Table.Td>
        <Table.Td>
          <Time at={since} />
        </Table.Td>
      </Table.Tr>
    ))}
  </Listing>
);
