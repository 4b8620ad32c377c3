import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { readonly title: string; readonly children?: ReactNode };

/** Replaces an empty list, with the next step. */
export const Empty = ({ title, children }: Props) => (
  <Paper withBorder p="lg" radius="md">
    <Stack gap="xs" align="flex-start">
      <Text fw={600}>{title}</Text>
      {children !== undefined && <Text size="sm">{children}</Text>}
    </Stack>
  </Paper>
);
