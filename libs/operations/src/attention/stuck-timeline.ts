import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import type { PersonalFields } from '#kernel/event-store/personal.js';
import { redactedData } from '#kernel/event-store/redacted-data.js';
import { scheduledJobKey } from '#jobs/job-schedule.js';
import type { RegisteredPolicy } from '#jobs/registry.js';

/** Facts in the log about a waiting object. */
export type StuckTimeline = {
  /** When the wait began; ISO 8601 UTC. */
  readonly since: string;
  /** The events since then, oldest first; the last ones when there are many. */
  readonly history: readonly Step[];
};

/** Something that happened, once or, without a change, several times in a row. */
type Step = {
  /** ISO 8601 UTC; the first time and the last. */
  readonly at: string;
  readonly lastAt: string;
  readonly times: number;
  readonly event: string;
  /** Data without secrets and personal fields; null when it cannot be read. */
  readonly data: Readonly<Record<string, unknown>> | null;
};

const HISTORY_MAX = 20;

/**
 * Since when a stream waits for a job, and what happened meanwhile: since the event that first named
 * a time for it and was not followed by the end of that wait. Null when these events name none.
 */
export const timelineOf = (
  events: readonly RecordedEvent[],
  policy: Pick<RegisteredPolicy, 'jobActions' | 'personal'>,
  member: string,
): StuckTimeline | null => {
  let begin: number | null = null;
  for (const [i, event] of events.entries())
    for (const { kind, job, id } of jobActionsOf(policy, event)) {
      if (scheduledJobKey(job.name, id) !== member) continue;
      if (kind === 'schedule') begin ??= i;
      if (kind === 'cancel') begin = null;
    }
  const first = begin === null ? undefined : events[begin];
  if (begin === null || first === undefined) return null;
  const steps = events.slice(begin).map((event) => stepOf(event, policy.personal ?? null));
  return { since: first.metadata.at, history: folded(steps).slice(-HISTORY_MAX) };
};

const stepOf = (
  { type, data, metadata: { at } }: RecordedEvent,
  personal: PersonalFields | null,
) => ({
  ...{ at, lastAt: at, times: 1, event: type },
  data: redactedData(data, personal?.fields.get(type)),
});

/** Repeats in a row as one step each. */
const folded = (steps: readonly Step[]): readonly Step[] => {
  const kept: Step[] = [];
  for (const step of steps) {
    const before = kept.at(-1);
    if (before === undefined || !saysTheSame(before, step)) kept.push(step);
    else kept.push({ ...kept.pop()!, lastAt: step.at, times: before.times + 1 });
  }
  return kept;
};

const saysTheSame = (one: Step, other: Step): boolean =>
  one.event === other.event && wordsOf(one) === wordsOf(other);

/** The time and the attempt have their own fields. */
const wordsOf = ({ data }: Step): string => JSON.stringify({ ...data, at: null, attempt: null });

/** An event that cannot be read is listed alone. */
const jobActionsOf = (policy: Pick<RegisteredPolicy, 'jobActions'>, event: RecordedEvent) => {
  try {
    return policy.jobActions(event);
  } catch {
    return [];
  }
};
