import { Box, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type Schemas, api } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import {
  type Fields,
  Form,
  Page,
  PasswordField,
  TextField,
  useSingleSubmit,
} from '../../ui/index.js';

const PASSWORD_MIN = 12;
const FIELDS = ['currentPassword', 'newPassword', 'code'];

/** Form for staff members to change their password. */
export const Password = () => {
  const change = useAction((body: Schemas['ChangePasswordBody']) =>
    api.POST('/staff/password', { body }),
  );
  const { send } = useSingleSubmit(change);
  return (
    <Page title="Change your password">
      {change.isSuccess ? (
        <Text role="status">
          Changed. You are still signed in here; your other sessions are over.
        </Text>
      ) : (
        <PasswordForm
          error={change.error}
          isPending={change.isPending}
          onSend={(body) => send(body)}
        />
      )}
    </Page>
  );
};

type Props = {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onSend: (body: Schemas['ChangePasswordBody']) => void;
};

const PasswordForm = ({ error, isPending, onSend }: Props) => {
  const { email } = useSession();
  const [isMistyped, setMistyped] = useState(false);
  const send = (fields: Fields) => {
    const { currentPassword = '', newPassword = '', newPasswordAgain, code = '' } = fields;
    setMistyped(newPassword !== newPasswordAgain);
    if (newPassword === newPasswordAgain)
      onSend({ currentPassword, newPassword, code: code.replaceAll(' ', '') });
  };
  return (
    <Box maw={400}>
      <Form error={error} shown={FIELDS} onSend={send}>
        {/* Account name for password managers. */}
        <input name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          name="currentPassword"
          label="The present password"
          autoComplete="current-password"
          autoFocus
        />
        <PasswordField
          name="newPassword"
          label="The new password"
          description="At least twelve characters."
          minLength={PASSWORD_MIN}
          autoComplete="new-password"
        />
        <PasswordField
          name="newPasswordAgain"
          label="Repeat the password"
          autoComplete="new-password"
          error={isMistyped && 'The two passwords differ.'}
        />
        <TextField
          name="code"
          label="One-time code"
          description="Six digits from your authenticator app. Each code works once, so use a newer one than for the sign-in."
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <Button type="submit" loading={isPending}>
          Change it
        </Button>
      </Form>
    </Box>
  );
};
