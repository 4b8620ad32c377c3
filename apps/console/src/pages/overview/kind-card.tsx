import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { durationOf } from './durations.js';
import { MinuteBars } from './minute-bars.js';

type Props = { readonly name: string; readonly activity: Schemas['KindActivity'] };

/** Starts and ends of one kind per minute. */
export const KindCard = ({ name, activity: { begun, done, failed, medianMs } }: Props) => (
  <Paper withBorder p="lg" radius="md">
    <Stack gap="xs">
      <Title order={2} size="h4">
        {name}
      </Title>
      <MinuteBars
        counts={begun}
        label={`${name} begun in each of the last ${begun.length} minutes, ${Math.max(...begun)} at most`}
      />
      <SimpleGrid cols={2} spacing="xs">
        <Figure name="this minute" value={begun.at(-1) ?? 0} />
        <Figure name="done this hour" value={sum(done)} />
        <Figure name="failed this hour" value={sum(failed)} />
        <Figure name="median time" value={medianMs === null ? '–' : durationOf(medianMs)} />
      </SimpleGrid>
    </Stack>
  </Paper>
);

const Figure = ({ name, value }: { readonly name: string; readonly value: number | string }) => (
  <div>
    <Text fw={600} className="figures">
      {value}
    </Text>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
  </div>
);

const sum = (counts: readonly number[]): number => counts.reduce((all, n) => all + n, 0);
