import { Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answer, faultsByField } from '../../api/trouble.js';
import { Ask, type Fields, Secret, Section } from '../../ui/index.js';

/** The accounts that the partner's server logs in as. */
export const SignIns = ({ partnerId }: { readonly partnerId: string }) => {
  const create = useMutation({
    mutationFn: ({ email = '' }: Fields) =>
      answer(
        api.POST('/staff/partners/{partnerId}/users', {
          params: { path: { partnerId } },
          body: { email },
        }),
      ),
  });
  const faults = faultsByField(create.error);
  return (
    <Section
      title="Sign-ins"
      actions={
        <Ask
          title="Create a sign-in"
          verb="Create"
          mutation={create}
          done={({ email, password }) => (
            <Stack>
              <Text size="sm">E-mail: {email}</Text>
              <Secret name="Its password" value={password} />
            </Stack>
          )}
        >
          <TextInput name="email" label="E-mail" type="email" required error={faults['email']} />
        </Ask>
      }
    >
      <Text size="sm">
        The partner’s server logs in with a sign-in and an API key. The password is made here.
      </Text>
    </Section>
  );
};
