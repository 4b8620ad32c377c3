import { Anchor, Group, Paper, Text } from '@mantine/core';
import { Link } from 'react-router';

type Props = { readonly stuck: number; readonly failing: number };

/** Whether somebody is wanted, and the way there. */
export const AttentionCount = ({ stuck, failing }: Props) => (
  <Paper withBorder p="lg" radius="md">
    <Group justify="space-between">
      <Text fw={600} role="status">
        {wordsFor(stuck, failing)}
      </Text>
      <Anchor component={Link} to="/attention">
        Needs attention
      </Anchor>
    </Group>
  </Paper>
);

const wordsFor = (stuck: number, failing: number): string => {
  const parts = [
    ...(stuck > 0 ? [`${stuck} stuck`] : []),
    ...(failing > 0 ? [`${failing} failing and being tried again`] : []),
  ];
  return parts.length === 0 ? 'Nothing needs attention.' : parts.join(', ');
};
