import { List, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { Section } from '../../ui/index.js';
import { durationOf } from './durations.js';

type Model = Schemas['ReadModelLag'];
type Props = { readonly models: readonly Model[] };

/** Lag of lists and totals behind the log. */
export const ReadModels = ({ models }: Props) => {
  const special = models.filter(({ served, rebuildPercent }) => !served || rebuildPercent !== null);
  return (
    <Section title="Read models">
      <Text size="sm">{lagOf(models)}</Text>
      {special.length > 0 && (
        <List size="sm">
          {special.map(({ name, served, rebuildPercent }) => (
            <List.Item key={name}>
              {name}: {rebuildPercent === null ? '' : `${rebuildPercent} % rebuilt`}
              {served ? '' : ', and cannot be read until it is done'}
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
};

const lagOf = (models: readonly Model[]): string => {
  const slowest = [...models].sort((a, b) => (b.lagMs ?? 0) - (a.lagMs ?? 0))[0];
  if (slowest === undefined || (slowest.lagMs ?? 0) === 0) return 'All are up to date.';
  return `${slowest.name} is furthest behind: ${durationOf(slowest.lagMs ?? 0)}.`;
};
