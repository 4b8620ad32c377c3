import { Button, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Schemas, api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer } from '../../api/api-error.js';
import { CONSOLE_LIST_POLL_MS } from '../../timing.js';
import { Listing, Loaded, Page, Problem, Status, Time, useOnceAtATime } from '../../ui/index.js';

const KEY = ['staff-accounts'];

/** Staff accounts and their locks. */
export const Staff = () => {
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => answer(api.GET('/staff/accounts')),
    refetchInterval: CONSOLE_LIST_POLL_MS,
  });
  return (
    <Page title="Staff">
      <Text size="sm">Use the command line to create, reset and disable accounts.</Text>
      <Loaded query={query}>
        {({ accounts }) => (
          <Listing
            label="Accounts, the oldest first"
            columns={['E-mail', 'Role', 'Status', 'Last sign-in', 'Locked']}
          >
            {accounts.map((account) => (
              <Account key={account.id} {...account} />
            ))}
          </Listing>
        )}
      </Loaded>
    </Page>
  );
};

const Account = ({
  id,
  email,
  role,
  status,
  lastSignInAt,
  lockedForS,
}: Schemas['StaffAccount']) => (
  <Table.Tr>
    <Table.Td>{email ?? 'erased'}</Table.Td>
    <Table.Td>{role}</Table.Td>
    <Table.Td>
      <Status is={status} />
    </Table.Td>
    <Table.Td>{lastSignInAt === null ? 'never' : <Time at={lastSignInAt} />}</Table.Td>
    <Table.Td>{lockedForS === 0 ? 'no' : <Unlock id={id} email={email ?? 'erased'} />}</Table.Td>
  </Table.Tr>
);

const Unlock = ({ id, email }: { readonly id: string; readonly email: string }) => {
  const queries = useQueryClient();
  const unlock = useMutation({
    mutationFn: () =>
      answer(api.POST('/staff/accounts/{staffId}/unlock', { params: { path: { staffId: id } } })),
    onSuccess: () => refresh(queries, KEY),
  });
  const { send } = useOnceAtATime(unlock);
  return (
    <>
      <Button
        size="xs"
        loading={unlock.isPending}
        onClick={send}
        aria-label={`Lift the lock of ${email}`}
      >
        Lift the lock
      </Button>
      {unlock.error !== null && <Problem error={unlock.error} />}
    </>
  );
};
