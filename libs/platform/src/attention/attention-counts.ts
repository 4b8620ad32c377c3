import type { JobKind } from '../jobs/job.js';
import type { DueList } from '../jobs/due-list.js';
import { faultsOf } from '../read-store/audit-filling.js';
import { parkedEvents } from '../read-store/parked.js';
import type { ReadStore } from '../read-store/read-store.js';
import { failingBeside, stuckEffects } from './candidates.js';
import type { Failures } from './failures.js';

export type CountedParts = {
  readonly readStore: ReadStore;
  readonly dueList: Pick<DueList, 'pages'>;
  readonly failures: Pick<Failures, 'all'>;
  readonly jobs: readonly JobKind[];
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

/** @throws what Redis and the read store do. */
export const attentionCounts = async (
  { readStore, dueList, failures, jobs }: CountedParts,
  now: Date,
): Promise<AttentionCounts> => {
  const noted = await failures.all();
  const [stuck, parked, copies] = await Promise.all([
    stuckEffects(dueList, jobs, noted, now.getTime()),
    parkedEvents(readStore.engine),
    readStore.copies(),
  ]);
  return {
    stuckEffects: stuck.length,
    failing: failingBeside(stuck, noted).length,
    gaveUp: [...noted.values()].filter(({ gaveUp }) => gaveUp).length,
    parkedEvents: new Set(parked.map(({ position }) => position)).size,
    refusedModels: copies.filter((copy) => faultsOf(copy).length > 0).length,
  };
};
