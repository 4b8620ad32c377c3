import { parseDueMember } from '../jobs/due-list.js';
import type { JobKind } from '../jobs/job.js';
import type { DueList } from '../jobs/due-list.js';

/** What is due and not done, of one kind of job. */
export type OpenEffects = {
  readonly job: JobKind;
  readonly count: number;
  /** How many are due for longer than each of `ages`, in its order. */
  readonly olderThan: readonly number[];
  readonly oldestAgeMs: number;
};

/** Of each kind of job, in the order of `jobs`. @throws what Redis does. */
export const openEffects = async (
  dueList: Pick<DueList, 'pages'>,
  jobs: readonly JobKind[],
  agesMs: readonly number[],
  now: Date,
): Promise<readonly OpenEffects[]> => {
  const ages = new Map<string, number[]>(jobs.map(({ name }) => [name, []]));
  for await (const page of dueList.pages(now.getTime()))
    for (const { member, atMs } of page)
      ages.get(parseDueMember(member).jobName)?.push(now.getTime() - atMs);
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
