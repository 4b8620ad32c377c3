import type { ReadStore } from './read-store.js';
import type { Findings } from './wanted.js';

/** What is there, and what somebody asks for. @throws {ReadStoreAway} */
export const findingsOf = async (store: ReadStore, isStarting: boolean): Promise<Findings> => {
  const rows = await store.engine.db.selectFrom('rebuild_requests').selectAll().execute();
  return {
    models: store.models,
    copies: await store.copies(),
    requests: new Map(rows.map(({ model, id }) => [model, id])),
    isStarting,
  };
};
