import type { EventLog } from '#kernel/event-store/event-log.js';
import { rebuildOnce } from '#read-models/rebuild-once.js';
import { openSqlEngine } from '#read-models/open-sql-engine.js';
import type { RegisteredProjection } from '#read-models/projection.js';
import { ReadStore } from '#read-models/read-store.js';
import { dropAllSets } from '#read-models/table-sets.js';

/** Fills these read models of a log that ends, in the place of all others, as a projector does. */
export const fillStore = async (
  url: string,
  models: readonly RegisteredProjection[],
  log: Pick<EventLog, 'subscribe'>,
): Promise<void> => {
  const engine = await openSqlEngine(url);
  const store = new ReadStore(engine, models);
  await dropAllSets(store);
  await rebuildOnce(store, log);
  await engine.close();
};
