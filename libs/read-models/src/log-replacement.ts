import type { EventLog } from '#kernel/event-store/event-log.js';
import { parseFingerprint, isSameLog } from '#kernel/event-store/log-fingerprint.js';
import { REBUILDING } from './control-tables.js';
import type { ReadStore } from './read-store.js';

/**
 * Deletes everything that was projected from a log that no longer exists. A log restored from a
 * backup assigns the same positions again. Returns whether it deleted anything. @throws if the
 * signal aborts first
 */
export const resetIfLogReplaced = async (
  store: ReadStore,
  log: EventLog,
  signal: AbortSignal,
): Promise<boolean> => {
  const rebuild = await store.place(REBUILDING);
  const places = (await store.activeCheckpoints()).map(({ shard, place }) => ({
    checkpoint: shard.checkpoint,
    place,
  }));
  if (rebuild !== null) places.push({ checkpoint: REBUILDING, place: rebuild });
  for (const found of places) {
    const mark = parseFingerprint(found.place.mark);
    if (mark === null || (await isSameLog(log, mark, signal))) continue;
    signal.throwIfAborted();
    await store.forgetAll(found);
    return true;
  }
  return false;
};
