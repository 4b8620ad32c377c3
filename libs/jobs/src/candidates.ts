import { parseScheduledJobKey } from './job-schedule.js';
import type { JobKind } from '#kernel/jobs/job.js';
import type { ScheduledJob, JobSchedule } from './job-schedule.js';
import type { Failure } from './failures.js';
import { ATTENTION_AFTER_MS } from './timing.js';

/** Time for which an effect fails before operators see it, also while its job is retried. */
const ATTENTION_FAILING_AFTER_MS = 30_000;

export const LISTED_MAX = 500;

export type Candidate = {
  readonly member: string;
  readonly due: ScheduledJob | null;
  readonly isStuck: boolean;
};

export type OpenEffects = {
  readonly stuck: readonly Candidate[];
  readonly failing: readonly Candidate[];
};

/**
 * Returns open effects and dead letters. `stuck`: due jobs that failed permanently or for too long,
 * and dead letters that are not due. There are at most 500, urgent work first. `failing`: other jobs
 * that failed.
 */
export const openEffects = async (
  jobSchedule: Pick<JobSchedule, 'pages'>,
  jobs: readonly JobKind[],
  failures: ReadonlyMap<string, Failure>,
  nowMs: number,
): Promise<OpenEffects> => {
  const kinds = new Map(jobs.map((job) => [job.name, job]));
  const [urgent, others]: [Candidate[], Candidate[]] = [[], []];
  const notDue = new Set(failures.keys());
  for await (const page of jobSchedule.pages(nowMs))
    for (const due of page) {
      const { member } = due;
      notDue.delete(member);
      const job = kinds.get(parseScheduledJobKey(member).jobName);
      const list = job?.isUrgent === true ? urgent : others;
      if (list.length < LISTED_MAX && isStuck(job, due, failures.get(member), nowMs))
        list.push({ member, due, isStuck: true });
    }
  const deadLetters = [...notDue].filter((member) => failures.get(member)?.gaveUp === true);
  const without = (isStuck: boolean) => (member: string) => ({ member, due: null, isStuck });
  const all = [...urgent, ...others, ...deadLetters.map(without(true))];
  const stuck = all.slice(0, LISTED_MAX);
  const listed = new Set(stuck.map(({ member }) => member));
  const failing = [...failures.keys()].filter((member) => !listed.has(member));
  return { stuck, failing: failing.map(without(false)) };
};

const isStuck = (
  job: JobKind | undefined,
  { atMs }: ScheduledJob,
  failure: Failure | undefined,
  nowMs: number,
): boolean =>
  failure?.gaveUp === true ||
  nowMs - Date.parse(failure?.firstAt ?? '') > ATTENTION_FAILING_AFTER_MS ||
  (job !== undefined && job.mayWait !== true && nowMs - atMs > ATTENTION_AFTER_MS);
