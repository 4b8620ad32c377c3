import { ownValue } from '#kernel/own-value.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { after } from '#read-models/checkpoint-position.js';
import { lowestOf } from '#read-models/checkpoints.js';
import type { ReadStore } from '#read-models/read-store.js';
import { lagMs } from './lag.js';

/** Progress of a read model. */
export type ReadModelMetrics = {
  readonly readModel: string;
  /** False while its first rebuild runs. Its readers then get a 503. */
  readonly served: boolean;
  /**
   * Age of the oldest event that the active tables lack, in milliseconds; null without active
   * tables.
   */
  readonly lagMs: number | null;
  /** Progress of a rebuild by positions; null without a rebuild. */
  readonly rebuildPercent: number | null;
};

/**
 * Returns the metrics of each read model, in their order. @throws the error of the read store or
 * the log.
 */
export const readModelMetrics = async (
  store: ReadStore,
  log: EventLog,
  now: Date,
): Promise<readonly ReadModelMetrics[]> => {
  // Reads the checkpoints before the head. Otherwise events appended in between would count as lag.
  const [{ active, rebuild }, places] = await Promise.all([store.sets(), store.checkpoints()]);
  const rebuilt = rebuild === null ? [] : await store.checkpoints(rebuild.generation);
  const head = await log.head();
  const lags = places.map(({ place }) => lagMs(log, after(place), head, now));
  const lag = places.length === 0 ? null : Math.max(...(await Promise.all(lags)));
  const rebuiltTo = lowestOf(rebuilt.map(({ place }) => place.position));
  return store.models.map(({ name }) => {
    const served = active !== null && ownValue(active.errors, name) === undefined;
    return {
      readModel: name,
      served,
      lagMs: served ? lag : null,
      rebuildPercent: rebuiltTo === null ? null : percentOf(rebuiltTo, head),
    };
  });
};

/** Returns 0 to 100, rounded down. The result is an estimate, because positions have gaps. */
const percentOf = (position: bigint, head: bigint | null): number => {
  if (head === null) return 100;
  if (position < 0n) return 0;
  return head === 0n || position >= head ? 100 : Number((position * 100n) / head);
};
