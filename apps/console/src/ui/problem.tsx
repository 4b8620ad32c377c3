import { Alert, Button, Code, List, Stack, Text } from '@mantine/core';
import { type Trouble, troubleOf } from '../api/trouble.js';

type Props = { readonly error: unknown; readonly retry?: () => void };

/** Why something did not work, in words, with what to quote when asking for help. */
export const Problem = ({ error, retry }: Props) => {
  const trouble = troubleOf(error);
  const faults = trouble.faults.filter(({ pointer = '' }) => pointer !== '');
  return (
    <Alert color="red" variant="default" role="alert" title={headline(trouble)}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{trouble.detail}</Text>
        {faults.length > 0 && (
          <List size="sm">
            {faults.map(({ pointer = '', code, detail }) => (
              <List.Item key={pointer + code}>
                {pointer.slice(1)}: {detail}
              </List.Item>
            ))}
          </List>
        )}
        {trouble.requestId !== null && (
          <Text size="sm" className="wraps">
            Request id: <Code>{trouble.requestId}</Code>
          </Text>
        )}
        {retry !== undefined && (
          <Button variant="default" size="xs" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
};

const headline = ({ status, code, retryAfterS }: Trouble): string => {
  if (code === 'too_many_attempts') return `Too many failures. Try again ${soon(retryAfterS)}.`;
  if (status === 429) return `Too many requests. Try again ${soon(retryAfterS)}.`;
  if (code === 'sign_in_refused') return 'You are not signed in';
  if (code === 'role_required') return 'Your role does not open this';
  if (status === 404) return 'Not found';
  if (status === 0 || status >= 500) return 'That did not work';
  return 'The service refused this';
};

const soon = (seconds: number | null): string => {
  if (seconds === null) return 'later';
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'in a minute' : `in ${minutes} minutes`;
};
