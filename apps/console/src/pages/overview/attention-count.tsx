import { Group, Paper, Text } from '@mantine/core';
import { useSession } from '../../session/session.js';
import { PageLink } from '../../ui/index.js';
import { standingOf } from './attention-words.js';

type Props = Parameters<typeof standingOf>[0];

/** Whether work needs attention, with links to the pages. */
export const AttentionCount = (counts: Props) => {
  const { role } = useSession();
  const { isAlarm, words } = standingOf(counts);
  return (
    <Paper withBorder p="lg" radius="md" className={isAlarm ? 'alarm' : undefined}>
      <Group justify="space-between">
        <Group gap="sm" wrap="nowrap">
          {isAlarm && <Sign />}
          <Text fw={600} role="status">
            {words}
          </Text>
        </Group>
        <Group gap="md">
          <PageLink to="/attention">Needs attention</PageLink>
          {role === 'operator' && <PageLink to="/waiting-users">Users who need something</PageLink>}
        </Group>
      </Group>
    </Paper>
  );
};

/** A warning triangle. The words beside it have the same meaning. */
const Sign = () => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
    <path d="M12 2 23 22H1Z" fill="currentColor" />
    <path d="M12 9v6m0 2.5v1.5" stroke="var(--mantine-color-body)" strokeWidth="2.2" />
  </svg>
);
