import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { checkpointAfter } from '#read-models/checkpoint-position.js';
import { applyChanges } from '#read-models/apply-changes.js';
import { CheckpointConflict, ReadStore } from '#read-models/read-store.js';
import type { RowStatements, SqlEngine } from '#read-models/sql-engine.js';
import {
  TABLES,
  type ChangeData,
  changed,
  eventAt,
  eventsOf,
  orders,
  placed,
  sample,
  stated,
  summed,
} from './sample.js';
import { type Engines, activeCheckpoint, feed, rebuild, rowsOf, serve } from './subject.js';

/** The table set, the checkpoint of its only shard, and where it is. */
const placeIn = async (store: ReadStore) => {
  const [name, { active }] = [await activeCheckpoint(store), await store.sets()];
  const from = await store.place(name);
  if (from === null || active === null) throw new Error('the read models are not active yet');
  return { generation: active.generation, name, from };
};

const fails = () => Promise.reject(new Error('no space'));
const FAILING: RowStatements = {
  ...{ find: fails, lastOrdinals: fails },
  ...{ insert: fails, update: fails, delete: fails },
};

/** A batch and its checkpoint are written together, and an invalid event blocks no others. */
export const takingContract = (engines: () => Engines): void => {
  const withStore = async (test: (store: ReadStore, other: ReadStore) => Promise<void>) => {
    const subject = await engines().subject();
    const store = await serve(subject.engine);
    await test(store, new ReadStore(await subject.open(), [sample()]));
    await subject.close();
  };
  const quarantinedOf = ({ db }: SqlEngine) =>
    db.selectFrom('quarantined_events').selectAll().execute();

  describe('the checkpoint', () => {
    it('moves with its batch, and identifies the last event', async () => {
      await withStore(async (store) => {
        const events = eventsOf([[placed('a')], [placed('b')]]);
        await feed(store, events);
        expect(await store.place(await activeCheckpoint(store))).toEqual({
          position: 2n,
          mark: `1/${events[1]?.id}`,
        });
      });
    });

    it('lets one of two processes win, and rejects the other', async () => {
      await withStore(async (store, other) => {
        const { generation, name, from } = await placeIn(store);
        const take = (by: ReadStore, events: readonly RecordedEvent[]) => {
          const step = { names: [name], from, to: checkpointAfter(events, from) };
          return by.take(generation, step, events);
        };
        const tries = [store, other, store, other, store, other].map((by, place) =>
          take(by, eventsOf([[placed('a'), summed('d', { orders: '1' })]], { log: `${place}` })),
        );
        const settled = await Promise.allSettled(tries);
        const lost = settled.filter(({ status }) => status === 'rejected');
        expect(lost).toHaveLength(5);
        for (const each of lost)
          expect(each).toMatchObject({ reason: expect.any(CheckpointConflict) });
        const rows = await rowsOf(store, TABLES);
        expect(rows['orders']).toHaveLength(1);
        expect(rows['daySums']).toMatchObject([{ orders: 1n }]);
      });
    });

    it('rejects a batch for a table set that was replaced meanwhile', async () => {
      await withStore(async (store) => {
        const { generation, name, from } = await placeIn(store);
        await rebuild(store, []);
        const events = eventsOf([[placed('a')]]);
        const step = { names: [name], from, to: checkpointAfter(events, from) };
        await expect(store.take(generation, step, events)).rejects.toThrow(CheckpointConflict);
        expect(await store.place(name)).toEqual(from);
        expect(await rowsOf(store, [orders])).toMatchObject({ orders: [] });
      });
    });

    it('moves over events without changes', async () => {
      await withStore(async (store) => {
        await feed(store, eventsOf([[], []]));
        expect(await store.place(await activeCheckpoint(store))).toMatchObject({ position: 2n });
      });
    });
  });

  describe('an event that cannot be applied', () => {
    const removal: ChangeData = { op: 'delete', table: 'orders', key: { id: 'a' } };
    const restated: ChangeData = {
      ...{ op: 'update', table: 'facts' },
      ...{ key: { number: '1' }, set: { what: 'other' } },
    };
    const cases: readonly (readonly [string, RecordedEvent])[] = [
      ['of an unknown type', eventAt(2n, { data: [], type: 'Unheard' })],
      ['with another type of value', eventAt(2n, { data: [placed('x', { amountCents: 'much' })] })],
      [
        'with an integer of more than 64 bits',
        eventAt(2n, { data: [placed('x', { amountCents: `${2n ** 63n}` })] }),
      ],
      [
        'that adds up to more than 64 bits',
        eventAt(2n, { data: [summed('max', { orders: '1' })] }),
      ],
      [
        'without a value that must be there',
        eventAt(2n, { data: [placed('x', { status: null })] }),
      ],
      ['of an invalid time', eventAt(2n, { data: [placed('x', { placedAt: '2026-02-30' })] })],
      ['that inserts a numbered row again', eventAt(2n, { data: [placed('first')] })],
      ['that does so within its batch', eventAt(2n, { data: [placed('before')] })],
      ['that removes a numbered row', eventAt(2n, { data: [removal] })],
      ['that inserts an append-only row again', eventAt(2n, { data: [stated(1)] })],
      ['that does so within its event', eventAt(2n, { data: [stated(2), stated(2)] })],
      ['that changes an append-only row', eventAt(2n, { data: [restated] })],
      ['without a partner', eventAt(2n, { data: [placed('x')], partnerId: '' })],
      ['with characters that databases reject', eventAt(2n, { data: [], type: 'Un\0\ud800' })],
    ];

    it.each(cases)('is quarantined: %s', async (_, event) => {
      await withStore(async (store) => {
        const max = { orders: `${2n ** 63n - 1n}` };
        await feed(store, [
          eventAt(0n, { data: [placed('first'), stated(1), summed('max', max)] }),
        ]);
        const [before, behind] = [
          eventAt(1n, { data: [placed('before')] }),
          eventAt(3n, { data: [placed('behind'), changed('before', { status: 'done' })] }),
        ];
        const quarantined = await feed(store, [before, event, behind]);
        expect(quarantined).toMatchObject([
          { model: 'sample', position: event.position, reason: expect.any(String) },
        ]);
        expect(await quarantinedOf(store.engine)).toMatchObject([{ model: 'sample' }]);
        const { orders: rows, daySums, facts } = await rowsOf(store, TABLES);
        expect(facts).toMatchObject([{ number: 1n, what: 'new' }]);
        expect(rows?.map(({ ordinal, status }) => [ordinal, status]).sort()).toEqual([
          [0n, 'new'],
          [1n, 'done'],
          [2n, 'new'],
        ]);
        expect(daySums).toMatchObject([{ orders: 2n ** 63n - 1n }]);
        expect(await store.place(await activeCheckpoint(store))).toMatchObject({ position: 3n });
      });
    });

    it('leaves all rows unchanged', async () => {
      await withStore(async (store) => {
        const data = [placed('x'), summed('d', { orders: '1' }), placed('x')];
        expect(await feed(store, [eventAt(1n, { data })])).toHaveLength(1);
        expect(await rowsOf(store, TABLES)).toMatchObject({ orders: [], daySums: [] });
      });
    });

    it('is quarantined only for the read model that cannot apply it', async () => {
      const subject = await engines().subject();
      const [one, other] = [[orders], TABLES.slice(1)];
      const models = [sample({ tables: one }), sample({ name: 'other', tables: other })];
      const store = await serve(subject.engine, [], models);
      const data = [placed('x', { status: null }), summed('d', { orders: '1' })];
      const quarantined = await feed(store, [eventAt(1n, { data })]);
      expect(quarantined.map(({ model }) => model)).toEqual(['sample']);
      expect(await rowsOf(store, TABLES)).toMatchObject({
        orders: [],
        daySums: [{ orders: 1n }],
      });
      await subject.close();
    });
  });

  it('quarantines nothing for errors of the database or the program', async () => {
    await withStore(async (store) => {
      const failing = new ReadStore(withFailingRows(store.engine), [sample()]);
      await expect(feed(failing, eventsOf([[placed('a')]]))).rejects.toThrow('no space');
      const twice = eventsOf([[placed('a')], [placed('a')]]);
      await expect(feed(failing, twice)).rejects.toThrow('no space');
      expect(await quarantinedOf(store.engine)).toEqual([]);
      expect(await store.place(await activeCheckpoint(store))).toMatchObject({ position: -1n });
      expect(await feed(store, eventsOf([[placed('a')]]))).toEqual([]);
      expect(await rowsOf(store, [orders])).toMatchObject({ orders: [{ status: 'new' }] });
    });
  });

  it('is hidden from readers until it is committed', async () => {
    await withStore(async (store, other) => {
      const { generation } = await placeIn(store);
      await store.engine
        .write(async (tx) => {
          await applyChanges(tx, (table) => store.stored(generation, table), INSERTION);
          for (const each of [store, other])
            expect(await rowsOf(each, [orders])).toMatchObject({ orders: [] });
          throw new Error('given up');
        })
        .catch((error: unknown) => expect(error).toEqual(new Error('given up')));
      expect(await rowsOf(store, [orders])).toMatchObject({ orders: [] });
    });
  });
};

const INSERTION = eventsOf([[placed('a')]]).flatMap((event) =>
  sample()
    .changesOf(event)
    .map((change) => ({ partnerId: event.metadata.partnerId, change })),
);

/** Every write fails, although the data is valid. */
const withFailingRows = (engine: SqlEngine): SqlEngine =>
  Object.create(engine, {
    write: {
      value: ((work, options) =>
        engine.write((tx) => work({ ...tx, rows: FAILING }), options)) satisfies SqlEngine['write'],
    },
  }) as SqlEngine;
