import { Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { Empty, Listing, Loaded, Pager, Section, Status, Time } from '../../ui/index.js';
import { CreateSignIn } from './create-sign-in.js';
import { SignInActions } from './end-sign-in.js';
import { useSignIns } from './partner-queries.js';

type Props = { readonly partnerId: string };

/** The accounts that the partner's server logs in as. */
export const SignIns = ({ partnerId }: Props) => {
  const { role } = useSession();
  const [offset, setOffset] = useState(0);
  const query = useSignIns(partnerId, offset);
  return (
    <Section
      title="Sign-ins"
      actions={role === 'operator' && <CreateSignIn partnerId={partnerId} />}
    >
      <Text size="sm">The partner’s server logs in with a sign-in and an API key.</Text>
      <Loaded query={query}>
        {({ users, metadata }) =>
          metadata.total === 0 ? (
            <Empty title="The partner has no sign-in.">
              Create one, and give it to the partner.
            </Empty>
          ) : (
            <>
              <List users={users} partnerId={partnerId} />
              <Pager metadata={metadata} onPage={setOffset} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
};

const List = ({ users, partnerId }: Pick<Schemas['PartnerUserList'], 'users'> & Props) => {
  const isOperator = useSession().role === 'operator';
  return (
    <Listing
      label="Sign-ins, the oldest first"
      columns={['E-mail', 'Status', 'Made', ...(isOperator ? ['Action'] : [])]}
    >
      {users.map(({ id, email, createdAt, disabledAt }) => (
        <Table.Tr key={id}>
          <Table.Td>{email ?? 'erased'}</Table.Td>
          <Table.Td>
            <Status is={disabledAt === null ? 'active' : 'disabled'} />
            {disabledAt !== null && (
              <Text size="xs">
                <Time at={disabledAt} />
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <Time at={createdAt} />
          </Table.Td>
          {isOperator && (
            <Table.Td>
              {email !== null && (
                <SignInActions partnerId={partnerId} email={email} isActive={disabledAt === null} />
              )}
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </Listing>
  );
};
