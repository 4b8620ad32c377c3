import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { insert } from '#kernel/projection/row-change.js';
import { type OwnRows, Rows } from './rows.js';
import type { ReadStore } from './read-store.js';
import { defineTable, text, uuid } from '#kernel/projection/table.js';

type Named = {
  readonly type: 'Named';
  readonly data: { readonly id: string; readonly name: string };
};

const columns = { id: uuid, name: text };
const table = defineTable('things', { columns, key: ['id'] });
const own: OwnRows<Named, typeof columns> = {
  table,
  source: {
    category: 'thing',
    parse: (_, data) => ({ type: 'Named', data: data as Named['data'] }),
  },
  project: ({ data: { id, name } }) => [insert(table, { id, name })],
};
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let log: InMemoryEventLog;
let rows: Rows;

beforeEach(() => {
  log = new InMemoryEventLog();
  rows = new Rows({} as ReadStore, log, quiet);
});

const append = async (id: string, ...names: string[]) => {
  const at = new Date().toISOString();
  const metadata = { partnerId: 'p-1', correlationId: 'r', causationId: 'r', actor: 'test', at };
  const events = names.map((name) => ({
    ...{ id: randomUUID(), type: 'Named', data: { id, name }, metadata },
  }));
  const last = (await log.read(`thing-${id}`)).at(-1);
  await log.append(`thing-${id}`, last?.revision ?? 'no_stream', events);
};
const read = (id: string, partnerId: string | null = 'p-1') => rows.byId(partnerId, own, id);

describe('a row read by its id', () => {
  const id = randomUUID();
  const row = (name: string) => ({ id, name, partnerId: 'p-1' });

  it('contains all its events, including the latest', async () => {
    await append(id, 'first', 'second');
    expect(await read(id)).toEqual(row('second'));
    expect(await read(id.toUpperCase())).toEqual(row('second'));
  });

  it('contains writes that followed the last read', async () => {
    await append(id, 'first');
    expect(await read(id)).toEqual(row('first'));
    await append(id, 'second');
    expect(await read(id)).toEqual(row('second'));
    expect(await read(id)).toEqual(row('second'));
    expect(await read(id, 'p-2')).toBeNull();
  });

  it('is hidden from another partner, and visible to a read of any partner', async () => {
    await append(id, 'first');
    expect(await read(id, 'p-2')).toBeNull();
    expect(await read(id, null)).toEqual(row('first'));
  });

  it.each([randomUUID(), 'x', ''])('is null for the id %j', async (unknown) =>
    expect(await read(unknown)).toBeNull(),
  );
});

describe('a row at its first event', () => {
  const id = randomUUID();
  const atFirst = { id, name: 'first', partnerId: 'p-1' };

  it('is read, or made of the given event', async () => {
    await append(id, 'first', 'second');
    const [first, second] = await log.read(`thing-${id}`);
    expect(await rows.fold(own, id, 0n)).toEqual(atFirst);
    log.read = () => Promise.reject(new Error('read'));
    rows = new Rows({} as ReadStore, log, quiet);
    expect(await rows.fold(own, id, 0n, first)).toEqual(atFirst);
    await expect(rows.fold(own, id, 1n, first)).rejects.toThrow('read');
    await expect(rows.fold(own, id, 0n, second)).rejects.toThrow('read');
    await expect(rows.fold(own, id, 0n, null)).rejects.toThrow('read');
  });
  it('stops reading at the requested revision', async () => {
    await append(id, 'first', 'second', 'third');
    const asked = jest.spyOn(log, 'read');
    expect(await rows.fold(own, id, 1n)).toEqual({ ...atFirst, name: 'second' });
    expect(asked).toHaveBeenLastCalledWith(`thing-${id}`, 0n, 1n);
    expect(await rows.fold(own, id, 1n)).toEqual({ ...atFirst, name: 'second' });
    expect(asked).toHaveBeenCalledTimes(1);
  });
  it('with personal fields is read each time, because an erasure may empty them', async () => {
    const personal = { person: 'id', fields: new Map([['Named', ['name']]]) };
    const parse = Object.assign(own.source.parse.bind(own), { personal });
    const ofPerson = { ...own, source: { ...own.source, parse } };
    await append(id, 'first');
    expect(await rows.fold(ofPerson, id)).toEqual(atFirst);
    const [plain] = await log.read(`thing-${id}`);
    const erased = [{ ...plain!, data: { id, name: null } }];
    const asked = jest.spyOn(log, 'read').mockResolvedValue(erased);
    expect(await rows.fold(ofPerson, id)).toEqual({ ...atFirst, name: null });
    expect(asked).toHaveBeenLastCalledWith(`thing-${id}`, 0n, undefined);
  });
});

describe('a row after a change', () => {
  const id = randomUUID();

  it('is made of the cached row and later events only', async () => {
    await append(id, 'first', 'second');
    await read(id);
    await append(id, 'third');
    const asked = jest.spyOn(log, 'read');
    expect(await rows.fold(own, id)).toMatchObject({ name: 'third' });
    expect(asked).toHaveBeenLastCalledWith(`thing-${id}`, 2n, undefined);
    expect(await rows.fold(own, id, 0n)).toMatchObject({ name: 'first' });
    expect(await read(id)).toMatchObject({ name: 'third' });
    expect(asked).toHaveBeenLastCalledWith(`thing-${id}`, 3n, undefined);
  });
});

describe('large pages', () => {
  const large = { limit: 1_000, offset: 0, where: { name: 'x' } };
  let underWay: number;
  let most: number;

  beforeEach(() => {
    [underWay, most] = [0, 0];
    const snapshot = async () => {
      most = Math.max(most, ++underWay);
      await Promise.resolve();
      underWay--;
      return { rows: [], total: 0 };
    };
    rows = new Rows({ snapshot } as unknown as ReadStore, log, quiet);
  });
  const page = (partnerId: string, limit: number) =>
    rows.page(partnerId, table, { ...large, limit });

  it('are read one at a time, in fair order of partners', async () => {
    const order: string[] = [];
    const asked = ['a', 'a', 'a', 'a', 'b'].map((partnerId) =>
      page(partnerId, 1_000).then(() => order.push(partnerId)),
    );
    await Promise.all(asked);
    expect(order.indexOf('b')).toBeLessThanOrEqual(2);
    expect(most).toBe(1);
  });
  it('let other work use the event loop between two pages', async () => {
    let turns = 0;
    let counting = true;
    const count = () => {
      turns++;
      if (counting) setImmediate(count);
    };
    const seen: number[] = [];
    const asked = [1, 2, 3].map(() => page('a', 1_000).then(() => seen.push(turns)));
    count();
    await Promise.all(asked);
    counting = false;
    const [first = 0, second = 0, third = 0] = seen;
    expect(Math.min(second - first, third - second)).toBeGreaterThan(10);
  });
  it('do not delay small pages', async () => {
    const order: string[] = [];
    const first = page('a', 1_000).then(() => order.push('large'));
    await Promise.all([first, page('a', 100).then(() => order.push('small'))]);
    expect(order).toEqual(['small', 'large']);
  });
});
