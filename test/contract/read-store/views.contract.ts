import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { RegisteredProjection } from '#read-models/projection.js';
import { ReadStore } from '#read-models/read-store.js';
import { defineTable } from '#kernel/projection/table.js';
import type { View } from '#read-models/view.js';
import { TABLES, eventsOf, idOf, orders, placed, sample } from './sample.js';
import { type Engines, fill, serve, switchFilled } from './subject.js';

const EVENTS = eventsOf([[placed('a')], [placed('b', { amountCents: '2550' })]]);

const bills = (amount = 'amount'): View => ({
  name: 'bills',
  of: ['sample'],
  select: ({ uuid, time, dollars }) =>
    `select ${uuid('id')} as id, ${dollars('amount_cents')} as ${amount},
      ${time('placed_at')} as placed_at from orders`,
});

/** Views for people over the active tables. */
export const viewsContract = (engines: () => Engines): void => {
  const storeWith = async (views: readonly View[], model: RegisteredProjection = sample()) => {
    const subject = await engines().subject();
    const store = new ReadStore(subject.engine, [model], views);
    await fill(store, EVENTS);
    await switchFilled(store, EVENTS);
    return { store, close: subject.close };
  };
  const read = async ({ engine }: ReadStore, query: string) =>
    (await sql.raw<Record<string, unknown>>(query).execute(engine.db)).rows;

  it('show ids, times and dollars', async () => {
    const { store, close } = await storeWith([bills()]);
    const rows = await read(store, 'select * from bills order by amount');
    expect(rows.map(({ id, amount }) => [id, Number(amount)])).toEqual([
      [idOf('a'), 10],
      [idOf('b'), 25.5],
    ]);
    const [{ placed_at } = {}] = rows;
    expect(new Date(placed_at as string).toISOString()).toBe('2026-03-01T12:00:00.000Z');
    await close();
  });

  it('show the new rows after an activation', async () => {
    const { store, close } = await storeWith([bills()]);
    const more = [...EVENTS, ...eventsOf([[placed('c')]], { from: 3n })];
    await fill(store, more);
    await switchFilled(store, more);
    expect(await read(store, 'select * from bills')).toHaveLength(3);
    await close();
  });

  it('reuse the names of tables of an earlier version', async () => {
    const subject = await engines().subject();
    await serve(subject.engine, EVENTS);
    const { columns, key } = orders;
    const counted = { isNumbered: true, countedBy: 'status' } as const;
    const renamed = defineTable('orderRows', { columns, key, ...counted });
    const tables = TABLES.map((each) => (each.name === 'orders' ? renamed : each));
    const model: RegisteredProjection = {
      ...sample({ version: 2, tables }),
      changesOf: (event) =>
        sample()
          .changesOf(event)
          .map((change) => ({ ...change, table: renamed })),
    };
    const view: View = { ...bills(), name: 'orders', select: () => 'select id from order_rows' };
    const store = new ReadStore(subject.engine, [model], [view]);
    await fill(store, EVENTS);
    await switchFilled(store, EVENTS);
    expect(await read(store, 'select * from orders')).toHaveLength(2);
    await subject.close();
  });

  it('of third parties do not keep an active table', async () => {
    const { store, close } = await storeWith([bills()]);
    await store.engine.write(({ db }) =>
      sql.raw('create view theirs as select id from orders').execute(db),
    );
    const more = [...EVENTS, ...eventsOf([[placed('c')]], { from: 3n })];
    await fill(store, more);
    expect(await switchFilled(store, more)).toBe(true);
    expect(await read(store, 'select * from bills')).toHaveLength(3);
    await close();
  });

  it('do not keep a retired read model', async () => {
    const { store, close } = await storeWith([bills()]);
    expect(await new ReadStore(store.engine, []).retire()).toEqual(['sample']);
    await expect(read(store, 'select * from orders')).rejects.toThrow(/orders/);
    await close();
  });

  it('are dropped with the tables when everything is deleted', async () => {
    const { store, close } = await storeWith([bills()]);
    await store.forgetAll();
    await expect(read(store, 'select * from bills')).rejects.toThrow(/bills/);
    await close();
  });

  it('are replaced by a version with other columns', async () => {
    const { store, close } = await storeWith([bills()]);
    await new ReadStore(store.engine, store.models, [bills('dollars')]).remakeViews();
    expect(Object.keys((await read(store, 'select * from bills'))[0]!)).toContain('dollars');
    await close();
  });

  it('of read models of another version stay unchanged', async () => {
    const { store, close } = await storeWith([bills()]);
    const later = new ReadStore(store.engine, [sample({ version: 2 })], [bills('dollars')]);
    await later.remakeViews();
    expect(Object.keys((await read(store, 'select * from bills'))[0]!)).toContain('amount');
    await close();
  });

  it('do not keep an old table, even with dependent objects', async () => {
    const { store, close } = await storeWith([bills()]);
    if (store.engine.dialect.name === 'postgres')
      await read(store, 'create view mine as select id from bills');
    await fill(store, EVENTS);
    expect(await switchFilled(store, EVENTS)).toBe(true);
    expect(await read(store, 'select * from bills')).toHaveLength(2);
    await close();
  });
};
