import type { JobKind } from '../jobs/job.js';
import { ProjectionControl, refusalOf } from '../read-models/control.js';
import type { DueList } from '../read-models/due-list.js';
import { parkedEvents } from '../read-models/parked.js';
import type { RedisClient } from '../read-models/script.js';
import { failingBeside, stuckEffects } from './candidates.js';
import type { Failures } from './failures.js';

export type CountedParts = {
  readonly redis: RedisClient;
  readonly dueList: Pick<DueList, 'pages'>;
  readonly failures: Pick<Failures, 'all'>;
  readonly jobs: readonly JobKind[];
  /** Names of the read models. */
  readonly projections: readonly string[];
};

/** How many entries need attention, by kind; no stream is read for them. */
export type AttentionCounts = {
  /** What is open and does not go on by itself; at most 500. */
  readonly stuckEffects: number;
  /** What failed and is tried again. */
  readonly failing: number;
  /** Jobs about one thing that used their last attempt. */
  readonly gaveUp: number;
  /** Events that some read model could not take in. */
  readonly parkedEvents: number;
  /** Read models that were filled anew and kept from readers. */
  readonly refusedModels: number;
};

/** @throws what Redis does. */
export const attentionCounts = async (
  { redis, dueList, failures, jobs, projections }: CountedParts,
  now: Date,
): Promise<AttentionCounts> => {
  const noted = await failures.all();
  const [stuck, parked, stored] = await Promise.all([
    stuckEffects(dueList, jobs, noted, now.getTime()),
    Promise.all(projections.map((name) => parkedEvents(redis, name))),
    Promise.all(projections.map((name) => new ProjectionControl(redis, name).load())),
  ]);
  return {
    stuckEffects: stuck.length,
    failing: failingBeside(stuck, noted).length,
    gaveUp: [...noted.values()].filter(({ gaveUp }) => gaveUp).length,
    parkedEvents: new Set(parked.flat().map(({ position }) => position)).size,
    refusedModels: stored.filter((each) => refusalOf(each) !== null).length,
  };
};
