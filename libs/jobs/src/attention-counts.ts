import type { JobKind } from '#kernel/jobs/job.js';
import type { JobSchedule } from './job-schedule.js';
import { quarantinedEvents } from '#read-models/quarantined-event.js';
import type { ReadStore } from '#read-models/read-store.js';
import { rejectedModels } from '#read-models/table-set.js';
import { openEffects } from './candidates.js';
import type { Failures } from './failures.js';

export type CountedParts = {
  readonly readStore: ReadStore;
  readonly jobSchedule: Pick<JobSchedule, 'pages'>;
  readonly failures: Pick<Failures, 'all'>;
  readonly jobs: readonly JobKind[];
};

/** Number of entries that need attention, by kind. The counts need no read of a stream. */
export type AttentionCounts = {
  /** Stuck effects, at most 500. */
  readonly stuckEffects: number;
  /** Failing jobs that are retried. */
  readonly failing: number;
  /** Jobs that used their last attempt. */
  readonly gaveUp: number;
  /** Events that a read model could not apply. */
  readonly quarantinedEvents: number;
  /** Read models whose rebuild was not activated. */
  readonly refusedModels: number;
};

/** @throws errors of Redis and of the read store */
export const attentionCounts = async (
  { readStore, jobSchedule, failures, jobs }: CountedParts,
  now: Date,
): Promise<AttentionCounts> => {
  const noted = await failures.all();
  const [{ stuck, failing }, quarantined, sets] = await Promise.all([
    openEffects(jobSchedule, jobs, noted, now.getTime()),
    quarantinedEvents(readStore),
    readStore.sets(),
  ]);
  return {
    stuckEffects: stuck.length,
    failing: failing.length,
    gaveUp: [...noted.values()].filter(({ gaveUp }) => gaveUp).length,
    quarantinedEvents: new Set(quarantined.map(({ position }) => position)).size,
    refusedModels: rejectedModels(sets).length,
  };
};
