import type { EventLog } from '../event-store/event-log.js';
import { FILLING } from '../read-store/control-tables.js';
import { after } from '../read-store/places.js';
import type { ReadStore } from '../read-store/read-store.js';
import { copyOf } from '../read-store/copies.js';
import { lagMs } from './lag.js';

/** How far a read model is. */
export type ReadModelFigures = {
  readonly readModel: string;
  /** False while it is filled from nothing: its readers get 503. */
  readonly served: boolean;
  /** Age of the oldest event that its readers cannot see; null when there are no readers. */
  readonly lagMs: number | null;
  /** Of the filling that a rebuild makes, by positions; null when there is none. */
  readonly rebuildPercent: number | null;
};

/** Of each read model, in their order. @throws what the read store and the log do. */
export const readModelFigures = async (
  store: ReadStore,
  log: EventLog,
  now: Date,
): Promise<readonly ReadModelFigures[]> => {
  // The positions first: what is appended meanwhile would else look like something missed.
  const [copies, places, filling] = await Promise.all([
    store.copies(),
    store.servedPlaces(),
    store.place(FILLING),
  ]);
  const head = await log.head();
  const lags = places.map(({ place }) => lagMs(log, after(place), head, now));
  const lag = places.length === 0 ? null : Math.max(...(await Promise.all(lags)));
  return store.models.map(({ name }) => {
    const served = copyOf(copies, 'served', name) !== undefined;
    const isFilling = copyOf(copies, 'filling', name) !== undefined;
    return {
      readModel: name,
      served,
      lagMs: served ? lag : null,
      rebuildPercent: isFilling ? percentOf(filling?.position ?? -1n, head) : null,
    };
  });
};

/** 0 to 100, rounded down; of positions, which have gaps, so it is an estimate. */
const percentOf = (position: bigint, head: bigint | null): number => {
  if (head === null) return 100;
  if (position < 0n) return 0;
  return head === 0n || position >= head ? 100 : Number((position * 100n) / head);
};
