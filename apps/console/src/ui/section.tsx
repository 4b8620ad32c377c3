import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type Props = { readonly title: string; readonly actions?: ReactNode; readonly children: ReactNode };

/** A part of a page with a heading. */
export const Section = ({ title, actions, children }: Props) => {
  const id = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Group justify="space-between">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
};
