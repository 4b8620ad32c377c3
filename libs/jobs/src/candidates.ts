import { parseScheduledJobKey } from './job-schedule.js';
import type { JobKind } from '#kernel/jobs/job.js';
import type { ScheduledJob, JobSchedule } from './job-schedule.js';
import type { Failure } from './failures.js';
import { ATTENTION_AFTER_MS } from './timing.js';

/** An effect that fails for longer than this is shown to people, also while its job still tries. */
const ATTENTION_FAILING_AFTER_MS = 30_000;

export const LISTED_MAX = 500;

export type Candidate = {
  readonly member: string;
  readonly due: ScheduledJob | null;
  readonly isStuck: boolean;
};

/**
 * Returns due jobs that failed permanently or for too long, and failed jobs that are not due.
 * Urgent work comes first, so that other entries cannot hide it.
 */
export const stuckEffects = async (
  jobSchedule: Pick<JobSchedule, 'pages'>,
  jobs: readonly JobKind[],
  failures: ReadonlyMap<string, Failure>,
  nowMs: number,
): Promise<Candidate[]> => {
  const found: Candidate[] = [];
  const urgent: Candidate[] = [];
  const urgentJobs = new Set(jobs.flatMap(({ name, isUrgent }) => (isUrgent ? [name] : [])));
  const ours = new Set(jobs.flatMap(({ name, mayWait }) => (mayWait === true ? [] : [name])));
  const notDue = new Set([...failures].flatMap(([m, { gaveUp }]) => (gaveUp ? [m] : [])));
  for await (const page of jobSchedule.pages(nowMs))
    for (const due of page) {
      notDue.delete(due.member);
      const list = urgentJobs.has(parseScheduledJobKey(due.member).jobName) ? urgent : found;
      if (list.length < LISTED_MAX && isStuck(ours, due, failures.get(due.member), nowMs))
        list.push({ member: due.member, due, isStuck: true });
    }
  const others = [...notDue].map((member) => ({ member, due: null, isStuck: true }));
  return [...urgent, ...found, ...others].slice(0, LISTED_MAX);
};

const isStuck = (
  ours: ReadonlySet<string>,
  { member, atMs }: ScheduledJob,
  failure: Failure | undefined,
  nowMs: number,
): boolean => {
  if (failure?.gaveUp === true) return true;
  if (failure !== undefined && nowMs - Date.parse(failure.firstAt) > ATTENTION_FAILING_AFTER_MS)
    return true;
  return ours.has(parseScheduledJobKey(member).jobName) && nowMs - atMs > ATTENTION_AFTER_MS;
};

/** Returns jobs that failed a moment ago or fail repeatedly, and are not stuck yet. */
export const failingBeside = (
  stuck: readonly Candidate[],
  failures: ReadonlyMap<string, Failure>,
): readonly Candidate[] => {
  const known = new Set(stuck.map(({ member }) => member));
  return [...failures.keys()]
    .filter((member) => !known.has(member))
    .map((member) => ({ member, due: null, isStuck: false }));
};
