import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { answer, errorsByField } from '../../api/api-error.js';
import { useSession } from '../../session/session.js';
import { Page, Problem, formOf, useSingleSubmit } from '../../ui/index.js';

const PASSWORD_MIN = 12;
const FIELDS = ['currentPassword', 'newPassword', 'code'];

/** Form for staff members to change their password. */
export const Password = () => {
  const change = useMutation({
    mutationFn: (body: Schemas['ChangePasswordBody']) =>
      answer(api.POST('/staff/password', { body })),
  });
  const { send } = useSingleSubmit(change);
  return (
    <Page title="Change your password">
      {change.isSuccess ? (
        <Text role="status">
          Changed. You are still signed in here; your other sessions are over.
        </Text>
      ) : (
        <Form error={change.error} isPending={change.isPending} onSend={(body) => send(body)} />
      )}
    </Page>
  );
};

type Props = {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onSend: (body: Schemas['ChangePasswordBody']) => void;
};

const Form = ({ error, isPending, onSend }: Props) => {
  const { email } = useSession();
  const [isMistyped, setMistyped] = useState(false);
  const send = formOf((fields) => {
    const { currentPassword = '', newPassword = '', newPasswordAgain, code = '' } = fields;
    setMistyped(newPassword !== newPasswordAgain);
    if (newPassword === newPasswordAgain)
      onSend({ currentPassword, newPassword, code: code.replaceAll(' ', '') });
  });
  const errors = errorsByField(error);
  return (
    <form onSubmit={send}>
      <Stack maw={400}>
        {error !== null && <Problem error={error} shown={FIELDS} />}
        {/* Account name for password managers. */}
        <input name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          name="currentPassword"
          label="The present password"
          required
          autoComplete="current-password"
          autoFocus
          error={errors['currentPassword']}
        />
        <PasswordInput
          name="newPassword"
          label="The new password"
          description="At least twelve characters."
          required
          minLength={PASSWORD_MIN}
          autoComplete="new-password"
          error={errors['newPassword']}
        />
        <PasswordInput
          name="newPasswordAgain"
          label="Repeat the password"
          required
          autoComplete="new-password"
          error={isMistyped && 'The two passwords differ.'}
        />
        <TextInput
          name="code"
          label="One-time code"
          description="Six digits from your authenticator app. Each code works once, so use a newer one than for the sign-in."
          inputMode="numeric"
          required
          autoComplete="one-time-code"
          error={errors['code']}
        />
        <Button type="submit" loading={isPending}>
          Change it
        </Button>
      </Stack>
    </form>
  );
};
