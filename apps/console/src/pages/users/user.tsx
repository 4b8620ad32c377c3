import { Tabs } from '@mantine/core';
import type { ComponentType } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { Schemas } from '../../api/client.js';
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
                {TABS.map(([tab, name]) => (
                  <Tabs.Tab key={tab} value={tab}>
                    {name}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {TABS.map(([tab, , Content]) => (
                <Tabs.Panel key={tab} value={tab}>
                  <Content user={loaded} />
                </Tabs.Panel>
              ))}
            </Tabs>
          </>
        )}
      </Loaded>
    </Page>
  );
};

type TabProps = { readonly user: Schemas['StaffUser'] };

const UserHistory = ({ user: { id } }: TabProps) => (
  <History query={useGet('/staff/users/{userId}/history', { path: { userId: id } })} />
);

const Verifications = ({ user }: TabProps) => (
  <VerificationTable
    label="Verifications, the oldest first"
    verifications={user.verifications}
    empty={
      <Empty title="No verifications.">
        The partner starts one by the API. Onboarding proves the identity without one.
      </Empty>
    }
  />
);

const TABS: readonly (readonly [string, string, ComponentType<TabProps>])[] = [
  [FIRST, 'History', UserHistory],
  ['account', 'Account', Account],
  ['deposits', 'Deposits and withdrawals', ({ user }) => <Deposits userId={user.id} />],
  ['orders', 'Orders', ({ user }) => <Orders userId={user.id} />],
  ['verifications', 'Verifications', Verifications],
  ['profile', 'Trader profile', ({ user }) => <Profile profile={user.profile} />],
];
