import type { RecordedEvent } from '../event-store/event-log.js';
import { dueMember } from '../jobs/due-list.js';
import type { RegisteredWorkflow } from '../jobs/registry.js';

/** What the log tells of something that is waited for. */
export type Story = {
  /** When the wait began; ISO 8601 UTC. */
  readonly since: string;
  /** The events since then, oldest first; the last ones when there are many. */
  readonly history: readonly { readonly at: string; readonly event: string }[];
};

const HISTORY_MAX = 20;

/**
 * Since when a stream waits for a job, and what happened meanwhile: since the event that first named
 * a time for it and was not followed by the end of that wait. Null when these events name none.
 */
export const storyOf = (
  events: readonly RecordedEvent[],
  workflow: Pick<RegisteredWorkflow, 'nudges'>,
  member: string,
): Story | null => {
  let begin: number | null = null;
  for (const [i, event] of events.entries())
    for (const { kind, job, id } of nudgesOf(workflow, event)) {
      if (dueMember(job.name, id) !== member) continue;
      if (kind === 'due') begin ??= i;
      if (kind === 'clear') begin = null;
    }
  const first = begin === null ? undefined : events[begin];
  if (begin === null || first === undefined) return null;
  const history = events.slice(begin).slice(-HISTORY_MAX);
  return {
    since: first.metadata.at,
    history: history.map(({ type, metadata }) => ({ at: metadata.at, event: type })),
  };
};

/** An event that cannot be read is listed by itself. */
const nudgesOf = (workflow: Pick<RegisteredWorkflow, 'nudges'>, event: RecordedEvent) => {
  try {
    return workflow.nudges(event);
  } catch {
    return [];
  }
};
