import type { EventLog } from '#kernel/event-store/event-log.js';
import { REBUILDING } from './control-tables.js';
import { Rebuild } from './rebuild.js';
import { CheckpointConflict, type ReadStore } from './read-store.js';
import { activateRebuild } from './activate-rebuild.js';

/**
 * Rebuilds all read models of a store from the current log and activates them. No other process may
 * write to the store. @throws {CheckpointConflict} {ReadStoreUnavailable}
 */
export const rebuildOnce = async (
  store: ReadStore,
  log: Pick<EventLog, 'subscribe'>,
): Promise<void> => {
  const rebuild = new Rebuild(store, log);
  await rebuild.begin(store.models.map((model) => ({ model, request: '' })));
  await rebuild.goOn(null, new AbortController().signal);
  const after = await store.place(REBUILDING);
  if (after === null) throw new CheckpointConflict('there is no rebuild');
  await activateRebuild(store, { after, events: [] }, 1);
};
