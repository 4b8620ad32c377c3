import type { EventLog } from '../event-store/event-log.js';
import { ProjectionControl } from '../read-models/control.js';
import { NOTHING, toResume } from '../read-models/position.js';
import type { RedisClient } from '../read-models/script.js';
import { lagMs } from './lag.js';

/** How far a read model is. */
export type ProjectionFigures = {
  readonly projection: string;
  /** False while it is filled from nothing: its readers get 503. */
  readonly served: boolean;
  /** Age of the oldest event that its readers cannot see; null when there are no readers. */
  readonly lagMs: number | null;
  /** Of the filling that a rebuild makes, by positions; null when there is none. */
  readonly rebuildPercent: number | null;
};

/** Of each of these read models, in their order. @throws what Redis and the log do. */
export const projectionFigures = async (
  redis: RedisClient,
  log: EventLog,
  names: readonly string[],
  now: Date,
): Promise<readonly ProjectionFigures[]> => {
  // The positions first: what is appended meanwhile would else look like something missed.
  const stored = await Promise.all(names.map((name) => new ProjectionControl(redis, name).load()));
  const head = await log.head();
  const lags = new Map<string, Promise<number>>();
  return Promise.all(
    stored.map(async ({ registry, checkpoints, progress }, i) => {
      const active = registry?.active ?? null;
      const position = active === null ? undefined : checkpoints.get(active.id);
      const lag = position === undefined ? null : (lags.get(position) ?? lagOf(position));
      if (position !== undefined && lag !== null) lags.set(position, lag);
      return {
        projection: names[i]!,
        served: active !== null,
        lagMs: await lag,
        rebuildPercent: (registry?.building ?? null) === null ? null : (progress?.percent ?? 0),
      };
    }),
  );
  function lagOf(position: string): Promise<number> {
    return lagMs(log, toResume(position), head, now);
  }
};

/** Whether readers of a read model see what stands at this place of the log. @throws as Redis does. */
export const isShown = async (
  redis: RedisClient,
  name: string,
  position: bigint,
): Promise<boolean> => {
  const { registry, checkpoints } = await new ProjectionControl(redis, name).load();
  const at = checkpoints.get(registry?.active?.id ?? '') ?? NOTHING;
  return at !== NOTHING && BigInt(at) >= position;
};
