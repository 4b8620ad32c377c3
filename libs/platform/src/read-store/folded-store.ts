import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog } from '../event-store/event-log.js';
import { fillOnce } from './fill-once.js';
import type { RegisteredModel } from './read-model.js';
import { ReadStore } from './read-store.js';
import type { SqlEngine } from './sql-engine.js';
import { SqliteEngine } from './sqlite-engine.js';

/** A read store of its own that is thrown away when it is closed. */
export type FoldedStore = { readonly engine: SqlEngine; readonly close: () => Promise<void> };

/**
 * Read models of some partners out of the log as it is now, in a temporary file: for operators, who
 * also work while nothing is served. Takes a walk through the whole log.
 */
export const foldedStore = async (
  log: EventLog,
  models: readonly RegisteredModel[],
  partnerIds: readonly string[],
): Promise<FoldedStore> => {
  const dir = await mkdtemp(join(tmpdir(), 'brokerage-read-models-'));
  const engine = SqliteEngine.open(join(dir, 'read-models.db'));
  const close = async () => {
    await engine.close();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await fillOnce(new ReadStore(engine, models), ofPartners(log, new Set(partnerIds)));
    return { engine, close };
  } catch (error) {
    await close();
    throw error;
  }
};

const ofPartners = (log: EventLog, ids: ReadonlySet<string>): Pick<EventLog, 'subscribe'> => ({
  async *subscribe(after, signal) {
    for await (const { events, ...batch } of log.subscribe(after, signal))
      yield { ...batch, events: events.filter(({ metadata }) => ids.has(metadata.partnerId)) };
  },
});
