import { describe, expect, it } from '@jest/globals';
import { Refused } from '#kernel/refused.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { REBUILDING } from '#read-models/control-tables.js';
import { Rebuild } from '#read-models/rebuild.js';
import { CheckpointConflict, ReadStore } from '#read-models/read-store.js';
import type { RegisteredProjection } from '#read-models/projection.js';
import { Rows } from '#read-models/rows.js';
import { ReadStoreUnavailable, type SqlEngine } from '#read-models/sql-engine.js';
import { activateRebuild } from '#read-models/activate-rebuild.js';
import { NotReady, TableReader } from '#read-models/table-reader.js';
import { type Table, defineTable, orNull, text, uuid } from '#kernel/projection/table.js';
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
  labelled,
  labels,
  orders,
  placed,
  sample,
  summed,
} from './sample.js';
import {
  type Engines,
  feed,
  logOf,
  rowsOf,
  serve,
  switchFilled,
  switchPatiently,
} from './subject.js';

const { signal } = new AbortController();
const SUMS: readonly (readonly ChangeData[])[] = Array.from({ length: 12 }, (_, n) => [
  placed(`${n}`),
  summed('d', { orders: '1' }),
]);
/** Events of two partners in different shards. */
const MIXED = SUMS.map((data, n) =>
  eventAt(BigInt(n + 1), { data, partnerId: n % 2 === 0 ? PARTNER : OTHER }),
);

/** Rebuilds beside active copies, and their activation. */
export const servingContract = (engines: () => Engines): void => {
  const withSubject = async (
    test: (subject: Awaited<ReturnType<Engines['subject']>>) => Promise<void>,
  ) => {
    const subject = await engines().subject();
    await test(subject);
    await subject.close();
  };
  const fill = async (store: ReadStore, events: readonly RecordedEvent[], request = '') => {
    const rebuild = new Rebuild(store, logOf(events, 3));
    await rebuild.begin(store.models.map((model) => ({ model, request })));
    expect(await rebuild.goOn(null, signal)).toBe(true);
  };
  const total = async ({ engine }: ReadStore) =>
    (await rowsOf(engine, [daySums]))['daySums']?.reduce(
      (sum, row) => sum + BigInt(row['orders'] ?? 0),
      0n,
    );

  describe('a snapshot', () => {
    it("returns the position of a partner's events, despite concurrent writes", async () => {
      await withSubject(async ({ engine, open }) => {
        const store = await serve(engine, MIXED.slice(0, 2), [sample()], 2);
        const shards = (await store.activeCheckpoints()).map(({ shard }) => shard);
        const rows = new Rows(await open(), {} as never, quiet);
        const seenBefore = (next: number, partnerId: string) =>
          rows.snapshot(async (from, placeOf) => {
            const count = await from(orders).total(partnerId);
            const shard = shards.find((each) => each.holds(partnerId));
            await feed(store, MIXED.slice(next, next + 1), shard?.checkpoint);
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
        const rows = new Rows(engine, {} as never, quiet);
        await expect(rows.snapshot((_, placeOf) => placeOf(PARTNER))).rejects.toThrow(Refused);
      });
    });
  });

  describe('a rebuild', () => {
    it('is hidden until it is activated', async () => {
      await withSubject(async ({ engine }) => {
        const events = eventsOf(SUMS);
        const store = new ReadStore(engine, [sample()]);
        await fill(store, events);
        const reader = new TableReader(engine, orders);
        await expect(reader.page(PARTNER, { offset: 0, limit: 1 })).rejects.toThrow(NotReady);
        expect(await switchFilled(store, [])).toBe(true);
        expect(await reader.page(PARTNER, { offset: 0, limit: 1 })).toMatchObject({ total: 12 });
        expect(await store.place('shard 0 of 1')).toMatchObject({ position: 12n });
        expect(await store.place(REBUILDING)).toBeNull();
      });
    });

    it('leaves the active copy unchanged, and replaces it with the same events', async () => {
      await withSubject(async ({ engine }) => {
        const events = eventsOf(SUMS);
        const store = await serve(engine, events.slice(0, 4));
        const newer = new ReadStore(engine, [sample({ version: 2 })]);
        await fill(newer, events.slice(0, 3));
        await feed(store, events.slice(4, 8));
        expect(await total(store)).toBe(8n);
        expect(await switchFilled(newer, events.slice(0, 10))).toBe(true);
        expect(await total(newer)).toBe(8n);
        expect(await newer.copies()).toMatchObject([{ slot: 'served', version: 2 }]);
        await feed(newer, events.slice(8));
        expect(await rowsOf(engine, TABLES)).toMatchObject({ daySums: [{ orders: 12n }] });
      });
    });

    it('is not activated while it lacks events that readers have seen', async () => {
      await withSubject(async ({ engine }) => {
        const events = eventsOf(SUMS);
        const store = await serve(engine, events.slice(0, 8));
        await fill(store, events.slice(0, 3), 'once more');
        expect(await switchFilled(store, events.slice(0, 7))).toBe(false);
        expect(await store.copies()).toHaveLength(2);
        expect(await total(store)).toBe(8n);
        expect(await switchFilled(store, events.slice(0, 8))).toBe(true);
        expect(await total(store)).toBe(8n);
      });
    });

    it('applies the events of each shard that its active copy contains', async () => {
      await withSubject(async ({ engine }) => {
        const store = await serve(engine, MIXED.slice(0, 2), [sample()], 2);
        const shards = (await store.activeCheckpoints()).map(({ shard }) => shard);
        const [mine, theirs] = [PARTNER, OTHER].map((id) => shards.find((each) => each.holds(id)));
        expect(mine?.checkpoint).not.toBe(theirs?.checkpoint);
        const of = (partnerId: string, until: number) =>
          MIXED.slice(2, until).filter(({ metadata }) => metadata.partnerId === partnerId);
        await feed(store, of(PARTNER, 11), mine?.checkpoint);
        await feed(store, of(OTHER, 6), theirs?.checkpoint);
        await fill(store, MIXED.slice(0, 5), 'once more');
        expect(await switchFilled(store, MIXED)).toBe(true);
        const sums = (await rowsOf(engine, [daySums]))['daySums'];
        expect(sums).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ partnerId: PARTNER, orders: 6n }),
            expect.objectContaining({ partnerId: OTHER, orders: 3n }),
          ]),
        );
        await feed(
          store,
          MIXED.slice(6).filter(({ metadata }) => metadata.partnerId === OTHER),
          theirs?.checkpoint,
        );
        expect(await total(store)).toBe(12n);
      });
    });

    it('reports events that it could not apply, including the last ones', async () => {
      await withSubject(async ({ engine }) => {
        const events = [
          eventAt(1n, { data: [], type: 'Unheard' }),
          eventAt(2n, { data: [placed('a')] }),
          eventAt(3n, { data: [], type: 'Unheard too' }),
          eventAt(4n, { data: [placed('a')] }),
        ];
        const store = await serve(engine, []);
        await feed(store, events);
        await fill(store, events.slice(0, 2), 'once more');
        expect(await switchFilled(store, events)).toBe(true);
        const quarantined = await engine.db.selectFrom('parked_events').selectAll().execute();
        expect(quarantined.map(({ slot, position }) => [slot, BigInt(position)]).sort()).toEqual([
          ['served', 1n],
          ['served', 3n],
          ['served', 4n],
        ]);
      });
    });

    it('continues, and restarts for another request', async () => {
      await withSubject(async ({ engine, open }) => {
        const events = eventsOf(SUMS);
        const store = new ReadStore(engine, [sample()]);
        await fill(store, events.slice(0, 5));
        const other = new ReadStore(await open(), [sample()]);
        const rebuild = new Rebuild(other, logOf(events));
        await rebuild.begin([{ model: sample(), request: '' }]);
        expect(await other.place(REBUILDING)).toMatchObject({ position: 5n });
        await rebuild.begin([{ model: sample(), request: 'asked' }]);
        expect(await other.place(REBUILDING)).toMatchObject({ position: -1n });
        await rebuild.goOn(null, signal);
        await switchFilled(other, []);
        expect(await total(other)).toBe(12n);
      });
    });

    it('is right when two processes rebuild', async () => {
      await withSubject(async ({ engine, open }) => {
        const events = eventsOf(SUMS);
        const stores = [engine, await open()].map((each) => new ReadStore(each, [sample()]));
        const work = stores.map(async (store) => {
          for (;;)
            try {
              const rebuild = new Rebuild(store, logOf(events, 1));
              if ((await store.copies()).some(({ slot }) => slot === 'served')) return;
              await rebuild.begin([{ model: sample(), request: '' }]);
              for (let to = 1n; to <= 12n; to++) await rebuild.goOn(to, signal);
              await switchFilled(store, []);
            } catch (error) {
              if (
                !(error instanceof CheckpointConflict) &&
                !(error instanceof ReadStoreUnavailable)
              )
                throw error;
            }
        });
        await Promise.all(work);
        expect(await rowsOf(engine, TABLES)).toMatchObject({
          daySums: [{ orders: 12n }],
          ordersCounts: [{ count: 12n }],
        });
        expect(await stores[0]?.place('shard 0 of 1')).toMatchObject({ position: 12n });
      });
    });

    it('is not written by a process of another version', async () => {
      await withSubject(async ({ engine, open }) => {
        const events = eventsOf(SUMS);
        const older = new ReadStore(engine, [sample()]);
        const rebuild = new Rebuild(older, logOf(events));
        await rebuild.begin([{ model: sample(), request: '' }]);
        const newer = new ReadStore(await open(), [sample({ version: 2 })]);
        await fill(newer, events.slice(0, 3));
        await expect(rebuild.goOn(null, signal)).rejects.toThrow(CheckpointConflict);
        await expect(switchFilled(older, events)).rejects.toThrow(CheckpointConflict);
        expect(await newer.place(REBUILDING)).toMatchObject({ position: 3n });
      });
    });

    it('is not activated by a process with an outdated checkpoint', async () => {
      await withSubject(async ({ engine, open }) => {
        const events = eventsOf(SUMS);
        const store = new ReadStore(engine, [sample()]);
        await fill(store, events.slice(0, 3));
        const place = await store.place(REBUILDING);
        const other = new ReadStore(await open(), [sample()]);
        await new Rebuild(other, logOf(events)).goOn(6n, signal);
        if (place === null) throw new Error('there is no rebuild');
        const ahead = { after: place, events: events.slice(3) };
        await expect(activateRebuild(store, ahead, 1)).rejects.toThrow(CheckpointConflict);
        expect(await store.place(REBUILDING)).toMatchObject({ position: 6n });
      });
    });
  });

  describe('another version', () => {
    const without = (table: Table) => TABLES.filter((each) => each !== table);

    it('drops the tables that it no longer has', async () => {
      await withSubject(async ({ engine }) => {
        const events = eventsOf([[labelled('x')]]);
        await serve(engine, events);
        const newer = new ReadStore(engine, [sample({ version: 2, tables: without(labels) })]);
        await fill(newer, events);
        expect(await switchFilled(newer, [])).toBe(true);
        const reader = new TableReader(engine, labels);
        await expect(reader.find(PARTNER, {})).rejects.toThrow(NotReady);
      });
    });

    it('moves a table to another read model', async () => {
      await withSubject(async ({ engine }) => {
        const events = eventsOf([[labelled('x')]]);
        await serve(engine, events);
        const models = [
          sample({ name: 'other', tables: [labels] }),
          sample({ version: 2, tables: without(labels) }),
        ];
        const newer = new ReadStore(engine, models);
        await fill(newer, events);
        await switchFilled(newer, []);
        expect(await new TableReader(engine, labels).find(PARTNER, {})).toHaveLength(1);
      });
    });

    it('applies events to an older copy as far as it has the columns', async () => {
      await withSubject(async ({ engine }) => {
        const { note: _, ...fewer } = labels.columns;
        const older = defineTable('labels', { columns: fewer, key: ['kind', 'name'] });
        await serve(engine, [], [sample({ tables: [older] })]);
        const newer = new ReadStore(engine, [sample({ version: 2, tables: [labels] })]);
        expect(await feed(newer, eventsOf([[labelled('x', { note: 'n' })]]))).toEqual([]);
        expect(await rowsOf(engine, [labels])).toMatchObject({
          labels: [{ name: 'x', note: null }],
        });
      });
    });

    it('leaves an older copy unchanged if it could not store every row', async () => {
      await withSubject(async ({ engine }) => {
        const columns = { kind: text, name: text, userId: uuid, note: orNull(text), colour: text };
        const older = defineTable('labels', { columns, key: ['kind', 'name'] });
        await serve(engine, [], [sample({ tables: [older, daySums] })]);
        const newer = new ReadStore(engine, [sample({ version: 2, tables: [labels, daySums] })]);
        const events = eventsOf([[labelled('x'), summed('d', { orders: '1' })]]);
        expect(await feed(newer, events)).toEqual([]);
        expect(await rowsOf(engine, [labels, daySums])).toMatchObject({
          labels: [],
          daySums: [{ orders: 1n }],
        });
      });
    });

    it('retires unknown read models', async () => {
      await withSubject(async ({ engine }) => {
        const other = sample({ name: 'other', tables: [labels] });
        await serve(engine, eventsOf(SUMS), [sample({ tables: without(labels) }), other]);
        const newer = new ReadStore(engine, [sample({ tables: without(labels) })]);
        expect(await newer.retire()).toEqual(['other']);
        expect(await newer.retire()).toEqual([]);
        expect(await newer.copies()).toMatchObject([{ name: 'sample' }]);
        await expect(new TableReader(engine, labels).find(PARTNER, {})).rejects.toThrow(NotReady);
        expect(await total(newer)).toBe(12n);
      });
    });
  });

  describe('forgetting', () => {
    it('deletes everything of any log, and never reuses a generation', async () => {
      await withSubject(async ({ engine }) => {
        const store = await serve(engine, eventsOf(SUMS));
        await fill(store, eventsOf(SUMS), 'once more');
        const [, last] = (await store.copies()).map(({ generation }) => generation).sort();
        await store.forgetAll();
        expect(await store.copies()).toEqual([]);
        expect(await store.activeCheckpoints()).toEqual([]);
        expect(await store.place(REBUILDING)).toBeNull();
        const reader = new TableReader(engine, orders);
        await expect(reader.page(PARTNER, { offset: 0, limit: 1 })).rejects.toThrow(NotReady);
        await serve(engine, eventsOf([[placed('z')]]));
        expect((await store.copies())[0]?.generation).toBeGreaterThan(last ?? Infinity);
        expect(await rowsOf(engine, [orders])).toMatchObject({ orders: [{ id: idOf('z') }] });
      });
    });

    it('does nothing when another process has done it', async () => {
      await withSubject(async ({ engine, open }) => {
        const store = await serve(engine, eventsOf(SUMS));
        const place = await store.place('shard 0 of 1');
        if (place === null) throw new Error('the read models are not active yet');
        await store.forgetAll({ checkpoint: 'shard 0 of 1', place });
        await serve(engine, eventsOf([[placed('z')]], { log: 'b' }));
        const late = new ReadStore(await open(), [sample()]);
        await late.forgetAll({ checkpoint: 'shard 0 of 1', place });
        expect(await rowsOf(engine, [orders])).toMatchObject({ orders: [{ id: idOf('z') }] });
      });
    });
  });

  it('shows the old or the new rows, never a mixture, and totals never run backwards', async () => {
    await withSubject(async ({ engine, open }) => {
      const events = eventsOf(SUMS);
      let store = await serve(engine, events.slice(0, 2), [marking(1)]);
      const reading = await open();
      const stop = new AbortController();
      const looking = Promise.all([lookOn(reading, stop.signal), lookOn(reading, stop.signal)]);
      for (let n = 2; n < 12; n++) {
        const newer = new ReadStore(engine, [marking(n)]);
        await fill(newer, events.slice(0, n));
        await feed(store, events.slice(n, n + 1));
        while (!(await switchPatiently(newer, events)));
        store = newer;
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

/** Every row contains the version that made it. */
const marking = (version: number): RegisteredProjection => {
  const { changesOf, ...model } = sample({ version });
  return {
    ...model,
    changesOf: (event) =>
      changesOf(event).map((change) =>
        change.op === 'insert' && change.table === orders
          ? { ...change, row: { ...change.row, note: `v${version}` } }
          : change,
      ),
  };
};

/** Returns the totals that it saw, in order. */
const lookOn = async (engine: SqlEngine, stop: AbortSignal): Promise<readonly number[]> => {
  const totals: number[] = [];
  while (!stop.aborted) {
    const [page, sums] = await engine.snapshot(async (db) => {
      const at = { db, dialect: engine.dialect };
      const rows = await new TableReader(at, orders).page(PARTNER, { offset: 0, limit: 50 });
      return [rows, await new TableReader(at, daySums).find(PARTNER, {})] as const;
    });
    expect(page.rows).toHaveLength(page.total);
    expect(sums).toMatchObject([{ orders: BigInt(page.total) }]);
    expect(new Set(page.rows.map(({ note }) => note)).size).toBe(1);
    totals.push(page.total);
  }
  return totals;
};
