import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';

type Props = { readonly name: string; readonly value: string };

/** A value that is shown once, with a copy button. */
export const Secret = ({ name, value }: Props) => (
  <Alert variant="default" title={name} role="status">
    <Stack gap="xs">
      <Text size="sm">Copy it now. The service shows it once and does not store it.</Text>
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
