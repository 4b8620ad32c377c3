import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { ReadStore } from '#read-models/read-store.js';
import { dropAllSets, dropUnusedSets } from '#read-models/table-sets.js';
import type { View } from '#read-models/view.js';
import { eventsOf, idOf, orders, placed, sample } from './sample.js';
import { type Engines, rebuild } from './subject.js';

const EVENTS = eventsOf([[placed('a')], [placed('b', { amountCents: '2550' })]]);

const bills = (amount = 'amount'): View => ({
  name: 'bills',
  select: ({ uuid, time, dollars, table }) =>
    `select ${uuid('id')} as id, ${dollars('amount_cents')} as ${amount},
      ${time('placed_at')} as placed_at from ${table(orders)}`,
});

/** Views for people over the active tables. */
export const viewsContract = (engines: () => Engines): void => {
  const storeWith = async (views: readonly View[]) => {
    const subject = await engines().subject();
    const store = new ReadStore(subject.engine, [sample()], views);
    await rebuild(store, EVENTS);
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
    await rebuild(store, more);
    expect(await read(store, 'select * from bills')).toHaveLength(3);
    await close();
  });

  it('of third parties do not keep an unused table', async () => {
    const { store, close } = await storeWith([bills()]);
    const name = await store.read(({ nameOf }) => Promise.resolve(nameOf(orders)));
    await read(store, `create view theirs as select id from ${name}`);
    if (store.engine.dialect.name === 'postgres')
      await read(store, 'create view mine as select id from bills');
    await rebuild(store, [...EVENTS, ...eventsOf([[placed('c')]], { from: 3n })]);
    expect(await dropUnusedSets(store, new Date(), true)).toEqual([1]);
    expect(await read(store, 'select * from bills')).toHaveLength(3);
    await expect(read(store, `select * from ${name}`)).rejects.toThrow(name);
    await close();
  });

  it('are dropped with the tables when everything is dropped', async () => {
    const { store, close } = await storeWith([bills()]);
    await dropAllSets(store);
    await expect(read(store, 'select * from bills')).rejects.toThrow(/bills/);
    await close();
  });

  it('follow the version that was activated last, and return to the version that is left', async () => {
    const { store, close } = await storeWith([bills()]);
    const later = new ReadStore(store.engine, [sample({ version: 2 })], [bills('dollars')]);
    await rebuild(later, EVENTS);
    const columns = async () => Object.keys((await read(store, 'select * from bills'))[0]!);
    expect(await columns()).toContain('dollars');
    await store.heartbeat(new Date());
    await later.heartbeat(new Date(0));
    expect(await dropUnusedSets(store, new Date())).toEqual([2]);
    expect(await columns()).toContain('amount');
    await close();
  });

  it('stay those of the running version while another version is prepared', async () => {
    const { store, close } = await storeWith([bills()]);
    await rebuild(new ReadStore(store.engine, [sample({ version: 2 })]), []);
    expect(await read(store, 'select * from bills')).toHaveLength(2);
    await close();
  });

  it('omit a read model that failed its audit', async () => {
    const subject = await engines().subject();
    const model = { ...sample(), audit: () => Promise.resolve(['one cent is missing']) };
    const store = new ReadStore(subject.engine, [model], [bills()]);
    await rebuild(store, EVENTS);
    await expect(read(store, 'select * from bills')).rejects.toThrow(/bills/);
    await subject.close();
  });
};
