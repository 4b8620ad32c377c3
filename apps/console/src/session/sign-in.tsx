import { Button, Center, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { type Schemas, api } from '../api/client.js';
import { Form, PasswordField, TextField } from '../ui/fields.js';
import type { Fields } from '../ui/form.js';
import { useSingleSubmit } from '../ui/single-submit.js';
import { returnPath } from './return-path.js';
import { SESSION_ENDED_KEY, SESSION_KEY, useSessionQuery } from './session.js';

const FIELDS = ['email', 'password', 'code'];

/** The sign-in page. */
export const SignIn = () => {
  const queries = useQueryClient();
  const [search] = useSearchParams();
  const { data: session, isPending } = useSessionQuery();
  const signIn = useMutation({
    mutationFn: (body: Schemas['SignInBody']) => api.POST('/staff/sign-in', { body }),
    onSuccess: (signedIn) => {
      queries.clear();
      queries.setQueryData(SESSION_KEY, signedIn);
    },
  });
  const hasEnded = queries.getQueryData(SESSION_ENDED_KEY) === true;
  const once = useSingleSubmit(signIn);
  const isSignedIn = session !== null && session !== undefined;
  useEffect(() => {
    document.title = 'Sign in – Partner brokerage';
    // Loads the full page: the target may be the queue dashboard, and old data must go.
    if (isSignedIn) window.location.replace(returnPath(search.get('to'), window.location.origin));
  }, [isSignedIn, search]);

  if (isPending || isSignedIn) {
    return (
      <Center h="100vh">
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  const send = ({ email = '', password = '', code = '' }: Fields) =>
    once.send({ email, password, code: code.replaceAll(' ', '') });
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" radius="md" w="100%" maw={400}>
        <Stack>
          <Title order={1} size="h2">
            Partner brokerage
          </Title>
          {signIn.error === null && hasEnded && (
            <Text role="status">Your session has ended. Sign in to go on where you were.</Text>
          )}
          <Form error={signIn.error} shown={FIELDS} onSend={send}>
            <TextField name="email" label="E-mail" type="email" autoComplete="username" autoFocus />
            <PasswordField name="password" label="Password" autoComplete="current-password" />
            <TextField
              name="code"
              label="One-time code"
              description="Six digits from your authenticator app. Each code works once."
              inputMode="numeric"
              autoComplete="one-time-code"
            />
            <Button type="submit" loading={signIn.isPending}>
              Sign in
            </Button>
          </Form>
        </Stack>
      </Paper>
    </Center>
  );
};
