import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';

type Props = { readonly name: string; readonly value: string };

/** What is shown once, with a way to take it along. */
export const Secret = ({ name, value }: Props) => (
  <Alert variant="default" title={name} role="status">
    <Stack gap="xs">
      <Text size="sm">Copy it now: it is shown this once, and kept nowhere.</Text>
      <Group wrap="nowrap">
        <Code className="wraps">{value}</Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="xs" miw={80} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  </Alert>
);
