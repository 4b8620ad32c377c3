import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { Refused } from '#kernel/refused.js';
import type { RegisteredProjection } from '#read-models/projection.js';
import { quarantinedEvents } from '#read-models/quarantined-event.js';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import { Rebuild } from '#read-models/rebuild.js';
import { CheckpointConflict, ReadStore } from '#read-models/read-store.js';
import { Rows } from '#read-models/rows.js';
import { ReadStoreUnavailable } from '#read-models/sql-engine.js';
import { dropAllSets, dropUnusedSets } from '#read-models/table-sets.js';
import { NotReady } from '#read-models/table-reader.js';
import { UpgradeCheck } from '#read-models/upgrade-check.js';
import { quiet } from '../../support/memory-reads.js';
import {
  OTHER,
  PARTNER,
  TABLES,
  type ChangeData,
  daySums,
  eventAt,
  eventsOf,
  idOf,
  orders,
  placed,
  sample,
  summed,
} from './sample.js';
import {
  type Engines,
  activeCheckpoint,
  feed,
  fill,
  logOf,
  patiently,
  readerOf,
  rebuild,
  rowsOf,
  serve,
} from './subject.js';

const { signal } = new AbortController();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SUMS: readonly (readonly ChangeData[])[] = Array.from({ length: 12 }, (_, n) => [
  placed(`${n}`),
  summed('d', { orders: '1' }),
]);
/** Events of two partners in different shards. */
const MIXED = SUMS.map((data, n) =>
  eventAt(BigInt(n + 1), { data, partnerId: n % 2 === 0 ? PARTNER : OTHER }),
);

/** Table sets beside the active one, and the pointer. */
export const servingContract = (engines: () => Engines): void => {
  const withSubject = async (
    test: (subject: Awaited<ReturnType<Engines['subject']>>) => Promise<void>,
  ) => {
    const subject = await engines().subject();
    await test(subject);
    await subject.close();
  };
  const total = async (store: ReadStore) =>
    (await rowsOf(store, [daySums]))['daySums']?.reduce(
      (sum, row) => sum + BigInt(row['orders'] ?? 0),
      0n,
    );
  /** Continues a rebuild until its set is active. */
  const activate = (store: ReadStore, events: readonly RecordedEvent[]) =>
    patiently(async () => {
      const { rebuild: set } = await store.sets();
      if (set !== null) await new Rebuild(store, logOf(events, 3)).run(set, signal);
    });
  const generations = async ({ engine }: Pick<ReadStore, 'engine'>) =>
    (await engine.db.selectFrom('table_sets').select('generation').execute())
      .map(({ generation }) => Number(generation))
      .toSorted();

  describe('a snapshot', () => {
    it("returns the position of a partner's events, despite concurrent writes", async () => {
      await withSubject(async ({ engine, open }) => {
        const store = await serve(engine, MIXED.slice(0, 2), [sample()], 2);
        const shards = (await store.checkpoints()).map(({ shard }) => shard);
        const rows = new Rows(new ReadStore(await open(), [sample()]), {} as never, quiet);
        const seenBefore = (next: number, partnerId: string) =>
          rows.snapshot(async (from, placeOf) => {
            const count = await from(orders).total(partnerId);
            const shard = shards.find((each) => each.holds(partnerId));
            await feed(store, MIXED.slice(next, next + 1), shard?.name);
            return [count, await placeOf(partnerId)];
          });
        expect(await seenBefore(2, PARTNER)).toEqual([1, 2n]);
        expect(await seenBefore(4, PARTNER)).toEqual([2, 3n]);
        expect(await seenBefore(6, PARTNER)).toEqual([3, 5n]);
        expect(await seenBefore(3, OTHER)).toEqual([1, 2n]);
        expect(await seenBefore(5, OTHER)).toEqual([2, 4n]);
      });
    });

    it('is rejected while no read model is active', async () => {
      await withSubject(async ({ engine }) => {
        const rows = new Rows(new ReadStore(engine, [sample()]), {} as never, quiet);
        await expect(rows.snapshot((_, placeOf) => placeOf(PARTNER))).rejects.toThrow(Refused);
      });
    });

    it('sees one table set, although the pointer moves meanwhile', async () => {
      await withSubject(async ({ engine, open }) => {
        const store = await serve(engine, eventsOf(SUMS.slice(0, 4)));
        const other = new ReadStore(await open(), [sample()]);
        const seen = await other.snapshot(async ({ from }) => {
          const before = await from(orders).total(PARTNER);
          await rebuild(store, eventsOf(SUMS));
          return [before, await from(orders).total(PARTNER)];
        });
        expect(seen).toEqual([4, 4]);
        expect(await (await readerOf(other, orders)).total(PARTNER)).toBe(12);
      });
    });
  });

  describe('a rebuild', () => {
    it('is hidden until it is activated', async () => {
      await withSubject(async ({ engine }) => {
        const events = eventsOf(SUMS);
        const store = new ReadStore(engine, [sample()]);
        await fill(store, events);
        await expect(readerOf(store, orders)).rejects.toThrow(NotReady);
        await activate(store, events);
        const page = (await readerOf(store, orders)).page(PARTNER, { offset: 0, limit: 1 });
        expect(await page).toMatchObject({ total: 12 });
        expect(await store.place(await activeCheckpoint(store))).toMatchObject({ position: 12n });
      });
    });

    it('names its tables by version and generation', async () => {
      await withSubject(async ({ engine }) => {
        const store = await serve(engine, [], [sample({ version: 7 })]);
        const name = await store.read(({ nameOf }) => Promise.resolve(nameOf(daySums)));
        expect(name).toBe('day_sums_v7_g1');
      });
    });

    it('leaves the active set unchanged, and replaces it with at least the same events', async () => {
      await withSubject(async ({ engine }) => {
        const events = eventsOf(SUMS);
        const store = await serve(engine, events.slice(0, 4));
        await store.requestRebuild();
        await fill(store, events.slice(0, 3));
        await feed(store, events.slice(4, 8));
        expect(await total(store)).toBe(8n);
        await activate(store, events.slice(0, 10));
        expect(await total(store)).toBe(10n);
        await feed(store, events.slice(10));
        expect(await rowsOf(store, TABLES)).toMatchObject({ daySums: [{ orders: 12n }] });
      });
    });

    it('is not activated while it lacks events that readers have seen', async () => {
      await withSubject(async ({ engine }) => {
        const events = eventsOf(SUMS);
        const store = await serve(engine, events.slice(0, 8));
        const before = await store.sets();
        await store.requestRebuild();
        await fill(store, events.slice(0, 3));
        await activate(store, events.slice(0, 7));
        expect((await store.sets()).active).toEqual(before.active);
        expect(await total(store)).toBe(8n);
        await activate(store, events.slice(0, 8));
        expect((await store.sets()).active).not.toEqual(before.active);
        expect(await total(store)).toBe(8n);
      });
    });

    it('contains the events of every shard, which then continue', async () => {
      await withSubject(async ({ engine }) => {
        const store = await serve(engine, MIXED.slice(0, 2), [sample()], 2);
        const shards = (await store.checkpoints()).map(({ shard }) => shard);
        const [mine, theirs] = [PARTNER, OTHER].map((id) => shards.find((each) => each.holds(id)));
        expect(mine?.name).not.toBe(theirs?.name);
        const of = (partnerId: string, from: number, until: number) =>
          MIXED.slice(from, until).filter(({ metadata }) => metadata.partnerId === partnerId);
        await feed(store, of(PARTNER, 2, 11), mine?.name);
        await feed(store, of(OTHER, 2, 6), theirs?.name);
        await rebuild(store, MIXED.slice(0, 11), 2);
        const sums = (await rowsOf(store, [daySums]))['daySums'];
        expect(sums).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ partnerId: PARTNER, orders: 6n }),
            expect.objectContaining({ partnerId: OTHER, orders: 5n }),
          ]),
        );
        await feed(store, of(OTHER, 11, 12), theirs?.name);
        expect(await total(store)).toBe(12n);
      });
    });

    it('reports events that it could not apply', async () => {
      await withSubject(async ({ engine }) => {
        const events = [
          eventAt(1n, { data: [], type: 'Unheard' }),
          eventAt(2n, { data: [placed('a')] }),
          eventAt(3n, { data: [placed('a')] }),
        ];
        const store = await serve(engine, []);
        await feed(store, events);
        await rebuild(store, events);
        const quarantined = await quarantinedEvents(store);
        expect(quarantined.map(({ position }) => position)).toEqual([1n, 3n]);
      });
    });

    it('continues, and restarts for another request', async () => {
      await withSubject(async ({ engine, open }) => {
        const events = eventsOf(SUMS);
        const store = new ReadStore(engine, [sample()]);
        const { generation } = await fill(store, events.slice(0, 5));
        const other = new ReadStore(await open(), [sample()]);
        const work = new Rebuild(other, logOf(events));
        expect(await work.begin(1)).toMatchObject({ generation });
        expect(await other.checkpoints(generation)).toMatchObject([{ place: { position: 5n } }]);
        const request = await other.requestRebuild();
        const set = await work.begin(1);
        expect(set).toMatchObject({ request });
        expect(await generations(store)).toEqual([set.generation]);
        await work.run(set, signal);
        expect(await total(other)).toBe(12n);
      });
    });

    it('is right when two processes rebuild', async () => {
      await withSubject(async ({ engine, open }) => {
        const events = eventsOf(SUMS);
        const stores = [engine, await open()].map((each) => new ReadStore(each, [sample()]));
        const work = stores.map(async (store) => {
          while ((await store.sets()).active === null)
            try {
              const each = new Rebuild(store, logOf(events, 1));
              await each.run(await each.begin(1), signal);
            } catch (error) {
              if (
                !(error instanceof CheckpointConflict) &&
                !(error instanceof ReadStoreUnavailable)
              )
                throw error;
            }
        });
        await Promise.all(work);
        const [store] = stores;
        if (store === undefined) throw new Error('there is a store');
        expect(await rowsOf(store, TABLES)).toMatchObject({
          daySums: [{ orders: 12n }],
          ordersCounts: [{ count: 12n }],
        });
        expect(await store.checkpoints()).toMatchObject([{ place: { position: 12n } }]);
      });
    });

    it('drops the previous set a minute later', async () => {
      await withSubject(async ({ engine }) => {
        const store = await serve(engine, eventsOf(SUMS));
        await rebuild(store, eventsOf(SUMS));
        const movedMs = Date.parse((await store.sets()).movedAt);
        expect(await dropUnusedSets(store, new Date(movedMs + 50_000))).toEqual([]);
        expect(await generations(store)).toEqual([1, 2]);
        expect(await dropUnusedSets(store, new Date(movedMs + 70_000))).toEqual([1]);
        expect(await generations(store)).toEqual([2]);
        expect(await store.checkpoints(1)).toEqual([]);
        const gone = engine.db.selectFrom('day_sums_v1_g1').selectAll().execute();
        await expect(gone).rejects.toThrow(/day_sums_v1_g1/);
        expect(await total(store)).toBe(12n);
      });
    });
  });

  describe('another version', () => {
    const newerOf = (engine: ReadStore['engine']) =>
      new ReadStore(engine, [sample({ version: 2 })]);

    it('has its own tables, and both are fed', async () => {
      await withSubject(async ({ engine, open }) => {
        const events = eventsOf(SUMS);
        const older = await serve(engine, events.slice(0, 4));
        const newer = newerOf(await open());
        expect(newer.version).not.toBe(older.version);
        await rebuild(newer, events.slice(0, 5));
        expect([await total(older), await total(newer)]).toEqual([4n, 5n]);
        await feed(older, events.slice(4));
        await feed(newer, events.slice(5));
        expect([await total(older), await total(newer)]).toEqual([12n, 12n]);
      });
    });

    it('is the same program only with the same tables', () => {
      const versions = [[sample()], [sample({ version: 2 })], [sample({ tables: [orders] })]];
      const ids = versions.map((models) => new ReadStore({} as never, models).version);
      expect(new Set(ids).size).toBe(3);
      expect(new ReadStore({} as never, [sample()]).version).toBe(ids[0]);
    });

    it('keeps its tables for an hour after its last heartbeat', async () => {
      await withSubject(async ({ engine }) => {
        const older = await serve(engine, eventsOf(SUMS));
        const newer = newerOf(engine);
        await rebuild(newer, eventsOf(SUMS));
        const now = Date.now();
        await older.heartbeat(new Date(now));
        expect(await dropUnusedSets(newer, new Date(now + HOUR_MS - MINUTE_MS))).toEqual([]);
        expect(await total(older)).toBe(12n);
        expect(await dropUnusedSets(newer, new Date(now + HOUR_MS + MINUTE_MS))).toEqual([1]);
        expect((await older.sets()).active).toBeNull();
        expect(await total(newer)).toBe(12n);
      });
    });

    it('loses its tables at once if they are unused for a minute and must not keep data', async () => {
      await withSubject(async ({ engine }) => {
        const older = await serve(engine, eventsOf(SUMS.slice(0, 4)));
        const newer = newerOf(engine);
        await rebuild(newer, eventsOf(SUMS));
        const log = { head: () => Promise.resolve(12n) };
        const reads = new ReadYourWrites(newer, log);
        expect(await reads.within(0, PARTNER)).toBe(true);
        expect(await reads.everywhereWithin(0)).toBe(false);
        const now = Date.now();
        await older.heartbeat(new Date(now));
        expect(await dropUnusedSets(newer, new Date(now + MINUTE_MS / 2), true)).toEqual([]);
        expect(await dropUnusedSets(newer, new Date(now + 2 * MINUTE_MS), true)).toEqual([1]);
        expect(await reads.everywhereWithin(0)).toBe(true);
      });
    });

    it('makes a new process wait for its tables', async () => {
      await withSubject(async ({ engine }) => {
        const older = await serve(engine, eventsOf(SUMS));
        const now = new Date();
        await older.heartbeat(now);
        const log = { head: () => Promise.resolve(12n) };
        const [newer, check] = [newerOf(engine), new UpgradeCheck(newerOf(engine), log)];
        await expect(check.requireTables(now)).rejects.toThrow(/not filled/);
        await rebuild(newer, eventsOf(SUMS.slice(0, 11)));
        await expect(check.requireTables(now)).rejects.toThrow(/not filled/);
        await feed(newer, eventsOf(SUMS).slice(11));
        await check.requireTables(now);
      });
    });

    it('makes no process wait once it has ended', async () => {
      await withSubject(async ({ engine }) => {
        const older = await serve(engine, eventsOf(SUMS));
        const now = Date.now();
        await older.heartbeat(new Date(now));
        const check = new UpgradeCheck(newerOf(engine), { head: () => Promise.resolve(12n) });
        await check.requireTables(new Date(now + 2 * MINUTE_MS));
      });
    });
  });

  describe('dropping everything', () => {
    it('drops all sets of this version, and never reuses a generation', async () => {
      await withSubject(async ({ engine }) => {
        const store = await serve(engine, eventsOf(SUMS));
        await store.requestRebuild();
        const { generation } = await fill(store, eventsOf(SUMS));
        await dropAllSets(store);
        expect(await store.sets()).toMatchObject({ active: null, rebuild: null });
        expect(await store.checkpoints(generation)).toEqual([]);
        await expect(readerOf(store, orders)).rejects.toThrow(NotReady);
        await rebuild(store, eventsOf([[placed('z')]]));
        expect((await store.sets()).active?.generation).toBe(generation + 1);
        expect(await rowsOf(store, [orders])).toMatchObject({ orders: [{ id: idOf('z') }] });
      });
    });

    it('does nothing when another process has done it', async () => {
      await withSubject(async ({ engine, open }) => {
        const store = await serve(engine, eventsOf(SUMS));
        const name = await activeCheckpoint(store);
        const place = await store.place(name);
        if (place === null) throw new Error('the read models are not active yet');
        await dropAllSets(store, { name, place });
        await rebuild(store, eventsOf([[placed('z')]], { log: 'b' }));
        const late = new ReadStore(await open(), [sample()]);
        await dropAllSets(late, { name, place });
        expect(await rowsOf(store, [orders])).toMatchObject({ orders: [{ id: idOf('z') }] });
      });
    });
  });

  it('shows the old or the new rows, never a mixture, and totals never run backwards', async () => {
    await withSubject(async ({ engine, open }) => {
      const events = eventsOf(SUMS);
      let store = await serve(engine, events.slice(0, 2), [marking(1)]);
      const reading = new ReadStore(await open(), [sample()]);
      const stop = new AbortController();
      const looking = Promise.all([lookOn(reading, stop.signal), lookOn(reading, stop.signal)]);
      for (let n = 2; n < 12; n++) {
        const next = new ReadStore(engine, [marking(n)]);
        await next.requestRebuild();
        await fill(next, events.slice(0, n));
        await feed(store, events.slice(n, n + 1));
        await activate(next, events.slice(0, n + 1));
        store = next;
      }
      stop.abort();
      for (const totals of await looking) {
        expect(totals.length).toBeGreaterThan(10);
        expect(totals).toEqual([...totals].sort((one, other) => one - other));
      }
      expect(await total(store)).toBe(12n);
    });
  });
};

/** Every row contains the number of the rebuild that made it. */
const marking = (n: number): RegisteredProjection => {
  const { changesOf, ...model } = sample();
  return {
    ...model,
    changesOf: (event) =>
      changesOf(event).map((change) =>
        change.op === 'insert' && change.table === orders
          ? { ...change, row: { ...change.row, note: `v${n}` } }
          : change,
      ),
  };
};

/** Returns the totals that it saw, in order. */
const lookOn = async (store: ReadStore, stop: AbortSignal): Promise<readonly number[]> => {
  const totals: number[] = [];
  while (!stop.aborted) {
    const [page, sums] = await store.snapshot(async ({ from }) => {
      const rows = await from(orders).page(PARTNER, { offset: 0, limit: 50 });
      return [rows, await from(daySums).find(PARTNER, {})] as const;
    });
    expect(new Set(page.rows.map(({ note }) => note)).size).toBe(1);
    expect(page.rows).toHaveLength(page.total);
    expect(sums).toMatchObject([{ orders: BigInt(page.total) }]);
    totals.push(page.total);
  }
  return totals;
};
