import { Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { refresh } from '../../api/refresh.js';
import { answer, errorsByField } from '../../api/api-error.js';
import { FormDialog, type Fields, Secret } from '../../ui/index.js';
import { signInsKey } from './partner-queries.js';

export const CreateSignIn = ({ partnerId }: { readonly partnerId: string }) => {
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: ({ email = '' }: Fields) =>
      answer(
        api.POST('/staff/partners/{partnerId}/users', {
          params: { path: { partnerId } },
          body: { email },
        }),
      ),
    onSettled: () => refresh(queries, signInsKey(partnerId)),
  });
  const errors = errorsByField(create.error);
  return (
    <FormDialog
      title="Create a sign-in"
      verb="Create"
      mutation={create}
      once
      done={({ email, password }) => (
        <Stack>
          <Text size="sm">E-mail: {email}</Text>
          <Secret name="The password" value={password} />
        </Stack>
      )}
    >
      <Text size="sm">The service generates the password.</Text>
      <TextInput
        name="email"
        label="E-mail"
        type="email"
        required
        data-autofocus
        error={errors['email']}
      />
    </FormDialog>
  );
};
