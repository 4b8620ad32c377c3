import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import type { PersonalFields } from '#kernel/event-store/personal.js';
import { redactedData } from '#kernel/event-store/redacted-data.js';
import { scheduledJobKey } from '#jobs/job-schedule.js';
import type { RegisteredPolicy } from '#jobs/registry.js';

/** Facts in the log about a waiting object. */
export type StuckTimeline = {
  /** Start of the wait, ISO 8601 UTC. */
  readonly since: string;
  /** Events since then, oldest first; only the last ones if there are more than `HISTORY_MAX`. */
  readonly history: readonly Step[];
};

/** An event, or several equal events in a row. */
type Step = {
  /** Time of the first and of the last of these events, ISO 8601 UTC. */
  readonly at: string;
  readonly lastAt: string;
  readonly times: number;
  readonly event: string;
  /** Data without secrets and personal fields; null when it cannot be read. */
  readonly data: Readonly<Record<string, unknown>> | null;
};

const HISTORY_MAX = 20;

/**
 * Returns the time since which a stream waits for a job, and the events since then. The wait begins
 * with the first event that schedules the job after its last cancellation. Returns null if no event
 * schedules the job.
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
  return { since: first.metadata.at, history: mergeRepeats(steps).slice(-HISTORY_MAX) };
};

const stepOf = (
  { type, data, metadata: { at } }: RecordedEvent,
  personal: PersonalFields | null,
) => ({
  ...{ at, lastAt: at, times: 1, event: type },
  data: redactedData(data, personal?.fields.get(type)),
});

/** Merges equal events in a row into one step. */
const mergeRepeats = (steps: readonly Step[]): readonly Step[] => {
  const kept: Step[] = [];
  for (const step of steps) {
    const before = kept.at(-1);
    if (before === undefined || !isRepeat(before, step)) kept.push(step);
    else kept.push({ ...kept.pop()!, lastAt: step.at, times: before.times + 1 });
  }
  return kept;
};

const isRepeat = (one: Step, other: Step): boolean =>
  one.event === other.event && comparedData(one) === comparedData(other);

/** Time and attempt differ between repeats. */
const comparedData = ({ data }: Step): string =>
  JSON.stringify({ ...data, at: null, attempt: null });

/** Returns no actions for an unreadable event, which the timeline then lists without data. */
const jobActionsOf = (policy: Pick<RegisteredPolicy, 'jobActions'>, event: RecordedEvent) => {
  try {
    return policy.jobActions(event);
  } catch {
    return [];
  }
};
