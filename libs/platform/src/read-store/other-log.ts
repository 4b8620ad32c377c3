import type { EventLog } from '../event-store/event-log.js';
import { readMark, stands } from '../event-store/log-mark.js';
import { FILLING } from './control-tables.js';
import type { ReadStore } from './read-store.js';

/**
 * A log that was put back to a backup gives positions out again: forgets all that was made of what it
 * held before. Answers whether that was so. @throws when the signal aborts before that is known.
 */
export const forgetOtherLog = async (
  store: ReadStore,
  log: EventLog,
  signal: AbortSignal,
): Promise<boolean> => {
  const filling = await store.place(FILLING);
  const places = (await store.servedPlaces()).map(({ shard, place }) => ({
    checkpoint: shard.checkpoint,
    place,
  }));
  if (filling !== null) places.push({ checkpoint: FILLING, place: filling });
  for (const found of places) {
    const mark = readMark(found.place.mark);
    if (mark === null || (await stands(log, mark, signal))) continue;
    signal.throwIfAborted();
    await store.forgetAll(found);
    return true;
  }
  return false;
};
