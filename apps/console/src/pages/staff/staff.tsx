import { Text } from '@mantine/core';
import { api } from '../../api/client.js';
import { POLLED, useAction, useGet } from '../../api/queries.js';
import { ActionButton, Listing, Loaded, Page, Status, Time } from '../../ui/index.js';

/** Staff accounts and their locks. */
export const Staff = () => (
  <Page title="Staff">
    <Text size="sm">Use the command line to create, reset and disable accounts.</Text>
    <Loaded query={useGet('/staff/accounts', {}, POLLED)}>
      {({ accounts }) => (
        <Listing
          label="Accounts, the oldest first"
          rows={accounts}
          columns={{
            'E-mail': ({ email }) => email ?? 'erased',
            Role: ({ role }) => role,
            Status: ({ status }) => <Status is={status} />,
            'Last sign-in': ({ lastSignInAt: at }) => (at === null ? 'never' : <Time at={at} />),
            Locked: ({ id, email, lockedForS }) =>
              lockedForS === 0 ? 'no' : <Unlock id={id} email={email ?? 'erased'} />,
          }}
        />
      )}
    </Loaded>
  </Page>
);

const Unlock = ({ id, email }: { readonly id: string; readonly email: string }) => {
  const unlock = useAction(() =>
    api.POST('/staff/accounts/{staffId}/unlock', { params: { path: { staffId: id } } }),
  );
  return (
    <ActionButton mutation={unlock} aria-label={`Lift the lock of ${email}`}>
      Lift the lock
    </ActionButton>
  );
};
