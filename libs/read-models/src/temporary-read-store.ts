import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { rebuildOnce } from './rebuild.js';
import type { RegisteredProjection } from './projection.js';
import { ReadStore } from './read-store.js';
import { SqliteEngine } from './sqlite-engine.js';

/** A read store that is deleted when it is closed. */
export type TemporaryReadStore = {
  readonly store: ReadStore;
  readonly close: () => Promise<void>;
};

/**
 * Builds read models of some partners from the current log, in a temporary file. Operators use it,
 * also while no read model is active. Reads the whole log.
 */
export const foldedStore = async (
  log: EventLog,
  models: readonly RegisteredProjection[],
  partnerIds: readonly string[],
): Promise<TemporaryReadStore> => {
  const dir = await mkdtemp(join(tmpdir(), 'brokerage-read-models-'));
  const engine = SqliteEngine.open(join(dir, 'read-models.db'));
  const close = async () => {
    await engine.close();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const store = new ReadStore(engine, models);
    await rebuildOnce(store, ofPartners(log, new Set(partnerIds)));
    return { store, close };
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
