import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

type Props = {
  readonly title: string;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of every page. */
export const Page = ({ title, actions, children }: Props) => {
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
