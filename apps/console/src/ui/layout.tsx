import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useId } from 'react';

type PageProps = {
  readonly title: string;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of every page. */
export const Page = ({ title, actions, children }: PageProps) => {
  useEffect(() => {
    document.title = `${title} – Partner brokerage`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="center">
        <Title order={1} size="h2" className="wraps">
          {title}
        </Title>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
};

type SectionProps = {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A part of a page with a heading. */
export const Section = ({ title, actions, children }: SectionProps) => {
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

type EmptyProps = { readonly title: string; readonly children?: ReactNode };

/** Replaces an empty list, with the next step. */
export const Empty = ({ title, children }: EmptyProps) => (
  <Paper withBorder p="lg" radius="md">
    <Stack gap="xs" align="flex-start">
      <Text fw={600}>{title}</Text>
      {children !== undefined && <Text size="sm">{children}</Text>}
    </Stack>
  </Paper>
);
