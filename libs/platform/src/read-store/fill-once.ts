import type { EventLog } from '../event-store/event-log.js';
import { FILLING } from './control-tables.js';
import { Filling } from './filling.js';
import { Overtaken, type ReadStore } from './read-store.js';
import { switchOver } from './switch-over.js';

/**
 * Fills all read models of a store that nobody else writes from the log as it is now, and serves them.
 * @throws {Overtaken} {ReadStoreAway}
 */
export const fillOnce = async (
  store: ReadStore,
  log: Pick<EventLog, 'subscribe'>,
): Promise<void> => {
  const filling = new Filling(store, log);
  await filling.begin(store.models.map((model) => ({ model, request: '' })));
  await filling.goOn(null, new AbortController().signal);
  const after = await store.place(FILLING);
  if (after === null) throw new Overtaken('nothing is being filled');
  await switchOver(store, { after, events: [] }, 1);
};
