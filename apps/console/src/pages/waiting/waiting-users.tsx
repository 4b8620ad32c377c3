import { Text } from '@mantine/core';
import { POLLED, useGet } from '../../api/queries.js';
import { Empty, Listing, Loaded, Page, PageLink, Time } from '../../ui/index.js';

/** Users who cannot continue before someone acts, with the need of each. */
export const WaitingUsers = () => (
  <Page title="Users who need something">
    <Loaded query={useGet('/staff/waiting-users', {}, POLLED)}>
      {({ waiting }) => (
        <Listing
          label="Users who need something, the longest wait first"
          rows={waiting}
          columns={{
            User: ({ userId, user }) => (
              <>
                <PageLink to={`/users/${userId}`}>{user?.name ?? userId}</PageLink>
                {user !== null && (
                  <Text size="xs" c="dimmed">
                    {user.email}
                  </Text>
                )}
              </>
            ),
            Partner: ({ partnerId, partnerName }) => (
              <PageLink to={`/partners/${partnerId}`}>{partnerName ?? partnerId}</PageLink>
            ),
            Needs: { wrapped: ({ needs }) => needs },
            Since: ({ since }) => <Time at={since} />,
          }}
          empty={
            <Empty title="Nobody needs anything now.">
              Users appear here when an application is held or refused, when the broker or the
              identity provider needs more from them, and when their onboarding waits for a review.
            </Empty>
          }
        />
      )}
    </Loaded>
  </Page>
);
