import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dropAllSets } from '#read-models/table-sets.js';
import { PARTNER, eventsOf, idOf, orders, placed } from '../../contract/read-store/sample.js';
import {
  type Engines,
  type Subject,
  feed,
  postgres,
  rowsOf,
  serve,
  sqlite,
} from '../../contract/read-store/subject.js';
import { runsOf } from '../runs.js';

/** `READ_STORE_RUNS=5000` for the long run, `READ_STORE_SEED=…` to repeat one. */
const RUN = runsOf('READ_STORE', 60);
const TIMEOUT_MS = 30 * 60_000 + RUN.numRuns * 1_000;

const text = fc.string({
  unit: fc.constantFrom('a', 'ß', '😀', '\0', '\ud800', "'", '\\', '\u2028'),
});
const cents = fc.bigInt(1n - 2n ** 63n, 2n ** 63n - 1n).map(String);
const time = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const values = fc.record({
  ...{ note: text, status: text, amountCents: cents },
  ...{ feeCents: fc.option(cents), placedAt: time, doneAt: fc.option(time) },
});

/** Any text, integer and time: both databases must store the same value. */
describe('a value', () => {
  const started: Engines[] = [];
  const subjects: Subject[] = [];
  beforeAll(async () => {
    for (const start of [sqlite, postgres]) {
      const engines = await start();
      started.push(engines);
      subjects.push(await engines.subject());
    }
  });
  afterAll(async () => {
    await Promise.all(subjects.map(({ close }) => close()));
    await Promise.all(started.map(({ stop }) => stop()));
  });

  it(
    'is equal after a round trip through both databases, also as a count',
    async () => {
      const property = fc.asyncProperty(fc.array(values, { maxLength: 20 }), async (all) => {
        const seen = await Promise.all(
          subjects.map(async ({ engine }) => {
            const store = await serve(engine);
            const changes = all.map((more, place) => [placed(`${place}`, more)]);
            const quarantined = await feed(store, eventsOf(changes));
            const rows = await rowsOf(store, [orders]);
            await dropAllSets(store);
            return { quarantined: quarantined.length, rows };
          }),
        );
        expect(seen[0]).toEqual(seen[1]);
        const wanted = all.map(({ note, status, amountCents, feeCents, ...times }, place) => ({
          ...{ partnerId: PARTNER, ordinal: BigInt(place), id: idOf(`${place}`), ...times },
          ...{ userId: idOf('user'), note: kept(note), status: kept(status) },
          ...{
            amountCents: BigInt(amountCents),
            feeCents: feeCents === null ? null : BigInt(feeCents),
          },
        }));
        expect(seen[0]).toMatchObject({ quarantined: 0 });
        expect(seen[0]?.rows['orders']).toHaveLength(all.length);
        expect(seen[0]?.rows['orders']).toEqual(expect.arrayContaining(wanted));
      });
      await fc.assert(property, RUN);
    },
    TIMEOUT_MS,
  );
});

const kept = (value: string): string => value.toWellFormed().replaceAll('\0', '\ufffd');
