import { Button, Group, Text } from '@mantine/core';
import type { Schemas } from '../api/client.js';

export type Pagination = {
  readonly metadata: Schemas['PageMetadata'];
  readonly onPage: (offset: number) => void;
};

/** Shows the position in a list, with links to the neighboring pages. */
export const Pager = ({ metadata: { total, limit, offset }, onPage }: Pagination) => {
  if (total <= limit && offset === 0) return null;
  const last = Math.max(0, Math.floor((total - 1) / limit) * limit);
  const turn = (name: string, to: number, isHere: boolean) => (
    <Button variant="default" size="xs" disabled={isHere} onClick={() => onPage(to)}>
      {name}
    </Button>
  );
  return (
    <Group component="nav" aria-label="Pages" gap="xs">
      {turn('First', 0, offset === 0)}
      {turn('Previous', Math.max(0, offset - limit), offset === 0)}
      <Text size="sm" className="figures" role="status">
        {count(Math.min(offset + 1, total))}–{count(Math.min(offset + limit, total))} of{' '}
        {count(total)}
      </Text>
      {turn('Next', offset + limit, offset >= last)}
      {turn('Last', last, offset >= last)}
    </Group>
  );
};

const count = (n: number): string => n.toLocaleString('en-US');
