import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withCounts } from '#platform/read-store/definitions.js';
import { Filling } from '#platform/read-store/filling.js';
import type { ReadStore } from '#platform/read-store/read-store.js';
import { TABLES, sample } from '../../contract/read-store/sample.js';
import {
  type Engines,
  type Subject,
  feed,
  logOf,
  postgres,
  rowsOf,
  serve,
  sqlite,
  switchFilled,
} from '../../contract/read-store/subject.js';
import { type Life, life } from './logs.js';
import { expectedOf, told } from './reference.js';

/** `READ_STORE_RUNS=5000` for the long run, `READ_STORE_SEED=…` to repeat one. */
const RUNS = Number(process.env['READ_STORE_RUNS'] ?? 60);
const SEED = Number(process.env['READ_STORE_SEED'] ?? Date.now() % 2 ** 31);
const TIMEOUT_MS = 120_000 + RUNS * 1_000;

const ALL = TABLES.flatMap(withCounts);

/** One and the same for both engines, so they hold the same rows, too. */
const expected = ({ events }: Life) => {
  const { rows, parked } = expectedOf(sample(), events);
  const tables = ALL.map((table) => [table.name, told(table, rows.get(table.name) ?? [])]);
  return { tables: Object.fromEntries(tables) as unknown, parked };
};

const seen = async ({ engine }: ReadStore) => {
  const rows = await rowsOf(engine, TABLES);
  const tables = ALL.map((table) => [table.name, told(table, rows[table.name] ?? [])]);
  const parked = await engine.db.selectFrom('parked_events').select('position').execute();
  return {
    tables: Object.fromEntries(tables) as unknown,
    parked: parked.map(({ position }) => BigInt(position)).sort((a, b) => (a < b ? -1 : 1)),
  };
};

/** Fills the first events, and takes the others in batches. */
const live = async ({ engine }: Subject, { events, filled, batches }: Life) => {
  const store = await serve(engine, events.slice(0, filled));
  for (let from = filled, turn = 0; from < events.length; turn++) {
    const size = batches[turn % batches.length] ?? 1;
    await feed(store, events.slice(from, from + size));
    from += size;
  }
  return store;
};

const rebuild = async (store: ReadStore, { events, filled }: Life) => {
  const filling = new Filling(store, logOf(events, 1 + filled));
  await filling.begin([{ model: sample(), request: 'once more' }]);
  while (!(await filling.goOn(null, new AbortController().signal)));
  expect(await switchFilled(store, [])).toBe(true);
};

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
])('any log, however it is cut, against a reference on %s', (_, start) => {
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
    'gives the rows of one change after the other, and so does a rebuild',
    async () => {
      const property = fc.asyncProperty(life, async (each) => {
        const store = await live(subject, each);
        try {
          const wanted = expected(each);
          expect(await seen(store)).toEqual(wanted);
          await rebuild(store, each);
          expect(await seen(store)).toEqual(wanted);
        } finally {
          await store.forgetAll();
        }
      });
      await fc.assert(property, { numRuns: RUNS, seed: SEED });
    },
    TIMEOUT_MS,
  );
});
