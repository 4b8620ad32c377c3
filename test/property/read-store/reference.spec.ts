import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { quarantinedEvents } from '#read-models/quarantined-event.js';
import type { ReadStore } from '#read-models/read-store.js';
import { withCounts } from '#read-models/table-set.js';
import { dropAllSets } from '#read-models/table-sets.js';
import { TABLES, sample } from '../../contract/read-store/sample.js';
import {
  type Engines,
  type Subject,
  feed,
  postgres,
  rebuild,
  rowsOf,
  serve,
  sqlite,
} from '../../contract/read-store/subject.js';
import { runsOf } from '../runs.js';
import { type Life, life } from './logs.js';
import { expectedOf, rowTexts } from './reference.js';

/** `READ_STORE_RUNS=5000` for the long run, `READ_STORE_SEED=…` to repeat one. */
const RUN = runsOf('READ_STORE', 60);
const TIMEOUT_MS = 30 * 60_000 + RUN.numRuns * 1_000;

const ALL = TABLES.flatMap(withCounts);

/** Both engines use the same seed, so that they contain the same rows. */
const expected = ({ events }: Life) => {
  const { rows, quarantined } = expectedOf(sample(), events);
  const tables = ALL.map((table) => [table.name, rowTexts(table, rows.get(table.name) ?? [])]);
  return { tables: Object.fromEntries(tables) as unknown, quarantined };
};

const seen = async (store: ReadStore) => {
  const rows = await rowsOf(store, TABLES);
  const tables = ALL.map((table) => [table.name, rowTexts(table, rows[table.name] ?? [])]);
  const quarantined = await quarantinedEvents(store);
  return {
    tables: Object.fromEntries(tables) as unknown,
    quarantined: quarantined.map(({ position }) => position),
  };
};

/** Rebuilds from the first events, and applies the others in batches. */
const live = async ({ engine }: Subject, { events, filled, batches }: Life) => {
  const store = await serve(engine, events.slice(0, filled));
  for (let from = filled, turn = 0; from < events.length; turn++) {
    const size = batches[turn % batches.length] ?? 1;
    await feed(store, events.slice(from, from + size));
    from += size;
  }
  return store;
};

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
])('any log in any batches, compared with a reference on %s', (_, start) => {
  let engines: Engines;
  let subject: Subject;
  beforeAll(async () => {
    engines = await start();
    subject = await engines.subject();
  });
  afterAll(async () => {
    await subject.close();
    await engines.stop();
  });

  it(
    'gives the rows of sequential changes, as does a rebuild',
    async () => {
      const property = fc.asyncProperty(life, async (each) => {
        const store = await live(subject, each);
        try {
          const wanted = expected(each);
          expect(await seen(store)).toEqual(wanted);
          await rebuild(store, each.events);
          expect(await seen(store)).toEqual(wanted);
        } finally {
          await dropAllSets(store);
        }
      });
      await fc.assert(property, RUN);
    },
    TIMEOUT_MS,
  );
});
