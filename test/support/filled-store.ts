import type { EventLog } from '#platform/event-store/event-log.js';
import { fillOnce } from '#platform/read-store/fill-once.js';
import { openSqlEngine } from '#platform/read-store/open-sql-engine.js';
import type { RegisteredModel } from '#platform/read-store/read-model.js';
import { ReadStore } from '#platform/read-store/read-store.js';

/** Fills these read models of a log that ends, in the place of all others, as a projector does. */
export const fillStore = async (
  url: string,
  models: readonly RegisteredModel[],
  log: Pick<EventLog, 'subscribe'>,
): Promise<void> => {
  const engine = await openSqlEngine(url);
  const store = new ReadStore(engine, models);
  await store.forgetAll();
  await fillOnce(store, log);
  await engine.close();
};
