import type { EventLog } from '#kernel/event-store/event-log.js';
import { Rebuild } from './rebuild.js';
import type { ReadStore } from './read-store.js';

/**
 * Rebuilds all read models of a store from the current log and activates them. No other process may
 * write to the store. @throws {CheckpointConflict} {ReadStoreUnavailable}
 */
export const rebuildOnce = async (
  store: ReadStore,
  log: Pick<EventLog, 'subscribe'>,
): Promise<void> => {
  const rebuild = new Rebuild(store, log);
  await rebuild.run(await rebuild.begin(1), new AbortController().signal);
};
