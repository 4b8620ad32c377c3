import { ATTENTION_AFTER_MS, ATTENTION_FAILING_AFTER_MS } from '../core/timing.js';
import { parseDueMember } from '../jobs/due-list.js';
import type { JobKind } from '../jobs/job.js';
import type { DueEntry, DueList } from '../jobs/due-list.js';
import type { Failure } from './failures.js';

export const LISTED_MAX = 500;

export type Candidate = {
  readonly member: string;
  readonly due: DueEntry | null;
  readonly isStuck: boolean;
};

/** What is due and has failed for good or too long, and what failed for good and is not due. */
export const stuckEffects = async (
  dueList: Pick<DueList, 'pages'>,
  jobs: readonly JobKind[],
  failures: ReadonlyMap<string, Failure>,
  nowMs: number,
): Promise<Candidate[]> => {
  const found: Candidate[] = [];
  const ours = new Set(jobs.flatMap(({ name, mayWait }) => (mayWait === true ? [] : [name])));
  const notDue = new Set([...failures].flatMap(([m, { gaveUp }]) => (gaveUp ? [m] : [])));
  for await (const page of dueList.pages(nowMs))
    for (const due of page) {
      notDue.delete(due.member);
      if (found.length < LISTED_MAX && isStuck(ours, due, failures.get(due.member), nowMs))
        found.push({ member: due.member, due, isStuck: true });
    }
  const others = [...notDue].map((member) => ({ member, due: null, isStuck: true }));
  return [...found, ...others].slice(0, LISTED_MAX);
};

const isStuck = (
  ours: ReadonlySet<string>,
  { member, atMs }: DueEntry,
  failure: Failure | undefined,
  nowMs: number,
): boolean => {
  if (failure?.gaveUp === true) return true;
  if (failure !== undefined && nowMs - Date.parse(failure.firstAt) > ATTENTION_FAILING_AFTER_MS)
    return true;
  return ours.has(parseDueMember(member).jobName) && nowMs - atMs > ATTENTION_AFTER_MS;
};

/** What failed a moment ago, or fails again and again, and is not stuck yet. */
export const failingBeside = (
  stuck: readonly Candidate[],
  failures: ReadonlyMap<string, Failure>,
): readonly Candidate[] => {
  const known = new Set(stuck.map(({ member }) => member));
  return [...failures.keys()]
    .filter((member) => !known.has(member))
    .map((member) => ({ member, due: null, isStuck: false }));
};
