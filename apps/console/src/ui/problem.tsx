import { Alert, Button, Code, List, Stack, Text } from '@mantine/core';
import { type ApiError, troubleOf } from '../api/api-error.js';
import { formErrors } from './form-errors.js';

type Props = {
  readonly error: unknown;
  readonly retry?: () => void;
  /** Fields of the form that show their errors. */
  readonly shown?: readonly string[];
};

/** Explains a failed request, with the request id for support. */
export const Problem = ({ error, retry, shown = [] }: Props) => {
  const trouble = troubleOf(error);
  const sentences = formErrors(trouble, shown);
  if (sentences.length === 0)
    return (
      <Alert color="red" variant="default" role="alert" title="Correct what is marked below" />
    );
  return (
    <Alert color="red" variant="default" role="alert" title={headline(trouble)}>
      <Stack gap="xs" align="flex-start">
        <Sentences of={sentences} />
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

const Sentences = ({ of: sentences }: { readonly of: readonly string[] }) =>
  sentences.length === 1 ? (
    <Text size="sm" className="wraps">
      {sentences[0]}
    </Text>
  ) : (
    <List size="sm">
      {sentences.map((sentence, i) => (
        <List.Item key={i} className="wraps">
          {sentence}
        </List.Item>
      ))}
    </List>
  );

const headline = ({ status, code, retryAfterS }: ApiError): string => {
  if (code === 'too_many_attempts') return `Too many failures. Try again ${soon(retryAfterS)}.`;
  if (status === 429) return `Too many requests. Try again ${soon(retryAfterS)}.`;
  if (code === 'sign_in_refused') return 'You are not signed in';
  if (code === 'role_required') return 'Your role has no access to this page';
  if (code === 'nothing_changed') return 'Nothing is changed';
  if (status === 404) return 'Not found';
  if (status === 0 || status >= 500) return 'The request failed';
  return 'The service rejected the request';
};

const soon = (seconds: number | null): string => {
  if (seconds === null) return 'later';
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'in a minute' : `in ${minutes} minutes`;
};
