import { Tabs } from '@mantine/core';
import { useParams, useSearchParams } from 'react-router';
import { useSession } from '../../session/session.js';
import { useGet } from '../../api/queries.js';
import { Empty, Loaded, Page } from '../../ui/index.js';
import { History } from '../records/history.js';
import { VerificationTable } from '../verifications/verification-table.js';
import { Account } from './account.js';
import { Deposits } from './deposits.js';
import { nameOf } from './name-of.js';
import { Orders } from './orders.js';
import { Profile } from './profile.js';
import { UserSummary } from './user-summary.js';
import { StatusActions } from './status-actions.js';
import { useUser } from './user-queries.js';

const FIRST = 'history';

/** One user: status, account, deposits, orders, verifications and history. */
export const User = () => {
  const { userId = '' } = useParams();
  const { role } = useSession();
  const query = useUser(userId);
  const [search, setSearch] = useSearchParams();
  const user = query.data;
  return (
    <Page
      title={user === undefined ? 'User' : nameOf(user)}
      actions={user !== undefined && role === 'operator' && <StatusActions user={user} />}
    >
      <Loaded query={query}>
        {(loaded) => (
          <>
            <UserSummary user={loaded} />
            <Tabs
              value={search.get('tab') ?? FIRST}
              onChange={(tab) => setSearch(tab === null ? {} : { tab }, { replace: true })}
              keepMounted={false}
            >
              <Tabs.List mb="md">
                <Tabs.Tab value={FIRST}>History</Tabs.Tab>
                <Tabs.Tab value="account">Account</Tabs.Tab>
                <Tabs.Tab value="deposits">Deposits and withdrawals</Tabs.Tab>
                <Tabs.Tab value="orders">Orders</Tabs.Tab>
                <Tabs.Tab value="verifications">Verifications</Tabs.Tab>
                <Tabs.Tab value="profile">Trader profile</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value={FIRST}>
                <UserHistory userId={loaded.id} />
              </Tabs.Panel>
              <Tabs.Panel value="account">
                <Account user={loaded} />
              </Tabs.Panel>
              <Tabs.Panel value="deposits">
                <Deposits userId={loaded.id} />
              </Tabs.Panel>
              <Tabs.Panel value="orders">
                <Orders userId={loaded.id} />
              </Tabs.Panel>
              <Tabs.Panel value="verifications">
                <VerificationTable
                  label="Verifications, the oldest first"
                  verifications={loaded.verifications}
                  empty={
                    <Empty title="No verifications.">
                      The partner starts one by the API. Onboarding proves the identity without one.
                    </Empty>
                  }
                />
              </Tabs.Panel>
              <Tabs.Panel value="profile">
                <Profile profile={loaded.profile} />
              </Tabs.Panel>
            </Tabs>
          </>
        )}
      </Loaded>
    </Page>
  );
};

const UserHistory = ({ userId }: { readonly userId: string }) => (
  <History query={useGet('/staff/users/{userId}/history', { path: { userId } })} />
);
