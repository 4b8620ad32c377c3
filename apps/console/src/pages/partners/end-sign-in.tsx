import { Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer } from '../../api/api-error.js';
import { FormDialog, type Fields, Reason, Secret } from '../../ui/index.js';
import { signInsKey } from './partner-queries.js';

type Props = { readonly partnerId: string; readonly email: string };

/** Ends every session of a sign-in: disables it, or resets its password. */
export const SignInActions = ({ isActive, ...signIn }: Props & { readonly isActive: boolean }) => (
  <Group gap="xs" wrap="nowrap">
    <ResetPassword {...signIn} />
    {isActive && <Disable {...signIn} />}
  </Group>
);

const Disable = ({ partnerId, email }: Props) => {
  const queries = useQueryClient();
  const disable = useMutation({
    mutationFn: ({ reason = '' }: Fields) =>
      answer(
        api.POST('/staff/partners/{partnerId}/users/disable', {
          params: { path: { partnerId } },
          body: { email, reason },
        }),
      ),
    onSuccess: () => refresh(queries, signInsKey(partnerId)),
  });
  return (
    <FormDialog title="Disable" verb="Disable the sign-in" mutation={disable} danger>
      <Text size="sm" className="wraps">
        Every session of {email} ends within a second, and nobody logs in with it until its password
        is reset.
      </Text>
      <Reason description="Kept with the decision." error={disable.error} />
    </FormDialog>
  );
};

const ResetPassword = ({ partnerId, email }: Props) => {
  const queries = useQueryClient();
  const reset = useMutation({
    mutationFn: (_: Fields) =>
      answer(
        api.POST('/staff/partners/{partnerId}/users/reset', {
          params: { path: { partnerId } },
          body: { email },
        }),
      ),
    onSettled: () => refresh(queries, signInsKey(partnerId)),
  });
  return (
    <FormDialog
      title="Reset the password"
      verb="Make a new password"
      mutation={reset}
      danger
      once
      done={({ password }) => (
        <Stack>
          <Text size="sm">E-mail: {email}</Text>
          <Secret name="The password" value={password} />
        </Stack>
      )}
    >
      <Text size="sm" className="wraps">
        Every session of {email} ends within a second, and the old password opens nothing any more.
      </Text>
    </FormDialog>
  );
};
