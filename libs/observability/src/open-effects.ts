import { parseScheduledJobKey } from '#jobs/job-schedule.js';
import type { JobKind } from '#kernel/jobs/job.js';
import type { JobSchedule } from '#jobs/job-schedule.js';

/** Number of due jobs of one kind. */
export type OpenEffects = {
  readonly job: JobKind;
  readonly count: number;
  /** Numbers of jobs that are due for longer than each of `agesMs`, in the same order. */
  readonly olderThan: readonly number[];
  readonly oldestAgeMs: number;
};

/** Counts the due jobs of each kind, in the order of `jobs`. @throws the error of Redis. */
export const openEffects = async (
  jobSchedule: Pick<JobSchedule, 'pages'>,
  jobs: readonly JobKind[],
  agesMs: readonly number[],
  now: Date,
): Promise<readonly OpenEffects[]> => {
  const ages = new Map<string, number[]>(jobs.map(({ name }) => [name, []]));
  for await (const page of jobSchedule.pages(now.getTime()))
    for (const { member, atMs } of page)
      ages.get(parseScheduledJobKey(member).jobName)?.push(now.getTime() - atMs);
  return jobs.map((job) => {
    const mine = ages.get(job.name) ?? [];
    return {
      job,
      count: mine.length,
      olderThan: agesMs.map((least) => mine.filter((age) => age > least).length),
      oldestAgeMs: mine.reduce((oldest, age) => Math.max(oldest, age), 0),
    };
  });
};
