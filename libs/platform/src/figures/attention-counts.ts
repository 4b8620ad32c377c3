import type { Failures } from '../attention/failures.js';
import { ProjectionControl, refusalOf } from '../read-models/control.js';
import { parkedEvents } from '../read-models/parked.js';
import type { RedisClient } from '../read-models/script.js';

/** What does not go on by itself, without its stories: see `Attention` for those. */
export type AttentionCounts = {
  /** Jobs about one thing that used their last attempt. */
  readonly gaveUp: number;
  /** Events that some read model could not take in. */
  readonly parkedEvents: number;
  /** Read models that were filled anew and kept from readers. */
  readonly refusedModels: number;
};

/** @throws what Redis does. */
export const attentionCounts = async (
  redis: RedisClient,
  failures: Pick<Failures, 'all'>,
  projections: readonly string[],
): Promise<AttentionCounts> => {
  const parked = await Promise.all(projections.map((name) => parkedEvents(redis, name)));
  const positions = parked.flat().map(({ position }) => position);
  const stored = await Promise.all(
    projections.map((name) => new ProjectionControl(redis, name).load()),
  );
  return {
    gaveUp: [...(await failures.all()).values()].filter(({ gaveUp }) => gaveUp).length,
    parkedEvents: new Set(positions).size,
    refusedModels: stored.filter((each) => refusalOf(each) !== null).length,
  };
};
