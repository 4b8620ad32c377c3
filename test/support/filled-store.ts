import type { EventLog } from '#kernel/event-store/event-log.js';
import { rebuildOnce } from '#read-models/rebuild.js';
import { openSqlEngine } from '#read-models/open-sql-engine.js';
import { dropAllSets } from '#read-models/table-sets.js';
import { readStoreOn } from '../../apps/features.js';

/** Rebuilds the read models from a finite log, as a projector does. */
export const fillStore = async (url: string, log: Pick<EventLog, 'subscribe'>): Promise<void> => {
  const engine = await openSqlEngine(url);
  const store = readStoreOn(engine);
  await dropAllSets(store);
  await rebuildOnce(store, log);
  await engine.close();
};
