import type { Logger } from '#kernel/logger.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { isSameLog } from '#kernel/event-store/log-fingerprint.js';
import { checkpointName, checkpointsIn } from './checkpoints.js';
import type { ReadStore } from './read-store.js';
import { dropAllSets } from './table-sets.js';

/**
 * Drops everything that was projected from a log that no longer exists. A log restored from a backup
 * assigns the same positions again. Returns whether it dropped anything. @throws if the signal
 * aborts first
 */
const resetIfLogReplaced = async (
  store: ReadStore,
  log: EventLog,
  signal: AbortSignal,
): Promise<boolean> => {
  const { active, rebuild } = await store.sets();
  for (const { generation } of [active, rebuild].filter((each) => each !== null))
    for (const { shard, place } of await store.engine.read((db) => checkpointsIn(db, generation))) {
      if ((await isSameLog(log, place.mark, signal)) !== false) continue;
      signal.throwIfAborted();
      await dropAllSets(store, { name: checkpointName(generation, shard.name), place });
      return true;
    }
  return false;
};

/** Returns a function that does it once, and logs it. A failure is repeated by the next call. */
export const logCheck = (store: ReadStore, log: EventLog, logger: Logger) => {
  let isDone = false;
  return async (signal: AbortSignal): Promise<void> => {
    if (!isDone && (await resetIfLogReplaced(store, log, signal)))
      logger.warn({}, 'rebuilding all read models because the log was restored');
    isDone = true;
  };
};
