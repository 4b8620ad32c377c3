import { Button, Group, Text } from '@mantine/core';
import type { Schemas } from '../api/client.js';

type Props = {
  readonly metadata: Schemas['PageMetadata'];
  readonly onPage: (offset: number) => void;
};

/** Shows the position in a list, with links to the neighboring pages. */
export const Pager = ({ metadata: { total, limit, offset }, onPage }: Props) => {
  if (total <= limit && offset === 0) return null;
  const last = Math.max(0, Math.floor((total - 1) / limit) * limit);
  const isFirst = offset === 0;
  const isLast = offset >= last;
  return (
    <Group component="nav" aria-label="Pages" gap="xs">
      <Button variant="default" size="xs" disabled={isFirst} onClick={() => onPage(0)}>
        First
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={isFirst}
        onClick={() => onPage(Math.max(0, offset - limit))}
      >
        Previous
      </Button>
      <Text size="sm" className="figures" role="status">
        {count(Math.min(offset + 1, total))}–{count(Math.min(offset + limit, total))} of{' '}
        {count(total)}
      </Text>
      <Button variant="default" size="xs" disabled={isLast} onClick={() => onPage(offset + limit)}>
        Next
      </Button>
      <Button variant="default" size="xs" disabled={isLast} onClick={() => onPage(last)}>
        Last
      </Button>
    </Group>
  );
};

const count = (n: number): string => n.toLocaleString('en-US');
