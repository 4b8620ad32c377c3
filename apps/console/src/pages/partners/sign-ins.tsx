import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { PAGED, useAction, useGet } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import {
  Empty,
  type Fields,
  FormDialog,
  Listing,
  Loaded,
  ReasonDialog,
  Secret,
  Section,
  Status,
  TextField,
  Time,
} from '../../ui/index.js';

const PAGE = 20;

type Props = { readonly partnerId: string };

/** The accounts that the partner's server logs in as. */
export const SignIns = ({ partnerId }: Props) => {
  const isOperator = useSession().role === 'operator';
  const [offset, onPage] = useState(0);
  const params = { path: { partnerId }, query: { limit: PAGE, offset } };
  return (
    <Section title="Sign-ins" actions={isOperator && <CreateSignIn partnerId={partnerId} />}>
      <Text size="sm">The partner’s server logs in with a sign-in and an API key.</Text>
      <Loaded query={useGet('/staff/partners/{partnerId}/users', params, PAGED)}>
        {({ users, metadata }) => (
          <Listing
            label="Sign-ins, the oldest first"
            rows={users}
            page={{ metadata, onPage }}
            empty={
              <Empty title="The partner has no sign-in.">
                Create one, and give it to the partner.
              </Empty>
            }
            columns={{
              'E-mail': ({ email }) => email ?? 'erased',
              Status: ({ disabledAt }) => (
                <>
                  <Status is={disabledAt === null ? 'active' : 'disabled'} />
                  {disabledAt !== null && (
                    <Text size="xs">
                      <Time at={disabledAt} />
                    </Text>
                  )}
                </>
              ),
              Made: ({ createdAt }) => <Time at={createdAt} />,
              Action:
                isOperator &&
                (({ email, disabledAt }) =>
                  email !== null && (
                    <Group gap="xs" wrap="nowrap">
                      <ResetPassword partnerId={partnerId} email={email} />
                      {disabledAt === null && <Disable partnerId={partnerId} email={email} />}
                    </Group>
                  )),
            }}
          />
        )}
      </Loaded>
    </Section>
  );
};

type NewPassword = { readonly email: string | null; readonly password: string };

const newPassword = ({ email, password }: NewPassword) => (
  <Stack>
    <Text size="sm">E-mail: {email}</Text>
    <Secret name="The password" value={password} />
  </Stack>
);

const CreateSignIn = ({ partnerId }: Props) => {
  const create = useAction(({ email = '' }: Fields) =>
    api.POST('/staff/partners/{partnerId}/users', {
      params: { path: { partnerId } },
      body: { email },
    }),
  );
  return (
    <FormDialog title="Create a sign-in" verb="Create" mutation={create} once done={newPassword}>
      <Text size="sm">The service generates the password.</Text>
      <TextField name="email" label="E-mail" type="email" data-autofocus />
    </FormDialog>
  );
};

type SignIn = Props & { readonly email: string };

const ResetPassword = ({ partnerId, email }: SignIn) => {
  const reset = useAction(async (_: Fields) => {
    const made = await api.POST('/staff/partners/{partnerId}/users/reset', {
      params: { path: { partnerId } },
      body: { email },
    });
    return { ...made, email };
  });
  return (
    <FormDialog
      title="Reset the password"
      verb="Make a new password"
      mutation={reset}
      danger
      once
      done={newPassword}
    >
      <Text size="sm" className="wraps">
        Every session of {email} ends within a second, and the old password opens nothing any more.
      </Text>
    </FormDialog>
  );
};

const Disable = ({ partnerId, email }: SignIn) => {
  const disable = useAction(({ reason = '' }: Fields) =>
    api.POST('/staff/partners/{partnerId}/users/disable', {
      params: { path: { partnerId } },
      body: { email, reason },
    }),
  );
  return (
    <ReasonDialog title="Disable" verb="Disable the sign-in" mutation={disable} danger>
      Every session of {email} ends within a second, and nobody logs in with it until its password
      is reset.
    </ReasonDialog>
  );
};
