import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DUE_INDEX, DUE_LIST, DueList } from '#platform/read-models/due-list.js';
import { activeKey, modelPrefix, PARTNERS_KEY } from '#platform/read-models/keys.js';
import { isBehind } from '#platform/read-models/position.js';
import { READ_MAX } from '#platform/read-models/read-models.js';
import { BOOKS, eventually, Stage } from '../../support/read-models.js';

describe('reading', () => {
  let stage: Stage;
  let partnerId: string;
  beforeEach(async () => {
    stage = await Stage.open();
    partnerId = await stage.openPartner();
    stage.run();
    for (const id of ['c', 'a', 'b'])
      await stage.change(
        partnerId,
        { op: 'index', index: 'all', member: id },
        { op: 'set', doc: `item:${id}`, fields: { id } },
      );
    await stage.deposit(partnerId);
    await eventually(
      () => stage.count(partnerId),
      (count) => count === 1,
    );
  });
  afterEach(() => stage.close());

  const page = (offset: number, limit: number, newestFirst = false) =>
    stage.models.page(partnerId, BOOKS, {
      index: 'all',
      docPrefix: 'item:',
      offset,
      limit,
      newestFirst,
    });

  it('pages through an index in the order of the log, with the documents', async () => {
    expect(await page(0, 2)).toMatchObject({
      value: { ids: ['c', 'a'], documents: [{ id: 'c' }, { id: 'a' }], total: 3 },
    });
    expect(await page(2, 2)).toMatchObject({ value: { ids: ['b'], total: 3 } });
    expect(await page(3, 2)).toMatchObject({ value: { ids: [], documents: [], total: 3 } });
    expect(await page(0, 0)).toMatchObject({ value: { ids: [], total: 3 } });
    expect(await page(0, 1, true)).toMatchObject({ value: { ids: ['b'], total: 3 } });
    await expect(page(0, READ_MAX + 1)).rejects.toThrow(RangeError);
  });

  it('asks once for all documents of a turn, and gives each its own', async () => {
    await stage.models.document(partnerId, BOOKS, 'item:a');
    const sent = jest.spyOn(stage.redis, 'sendCommand');
    const docs = ['item:a', 'item:b', 'none', 'item:a'];
    const reads = docs.map((doc) => stage.models.document(partnerId, BOOKS, doc));
    expect(await Promise.all(reads)).toMatchObject([
      { value: { id: 'a' } },
      { value: { id: 'b' } },
      { value: null },
      { value: { id: 'a' } },
    ]);
    expect(sent.mock.calls.map(([{ name }]) => name.toLowerCase())).toEqual(['evalsha']);
  });

  it('asks anew in the next turn', async () => {
    const sum = () => stage.models.document(partnerId, BOOKS, 'totals');
    expect(await sum()).toMatchObject({ value: { count: '1' } });
    await stage.deposit(partnerId);
    await eventually(sum, (read) => read.status === 'ready' && read.value?.['count'] === '2');
  });

  it('pages with the wanted fields alone, and without those that are missing', async () => {
    const fields = { n: '1', other: 'x' };
    await stage.change(partnerId, { op: 'set', doc: 'item:a', fields });
    const wanted = { index: 'all', docPrefix: 'item:', offset: 0, limit: 2, fields: ['n', 'id'] };
    await eventually(
      () => stage.models.page(partnerId, BOOKS, wanted),
      (read) => read.status === 'ready' && read.value.documents[1]?.['n'] === '1',
    );
    expect(await stage.models.page(partnerId, BOOKS, wanted)).toMatchObject({
      value: { ids: ['c', 'a'], documents: [{ id: 'c' }, { id: 'a', n: '1' }], total: 3 },
    });
    const read = await stage.models.page(partnerId, BOOKS, wanted);
    if (read.status === 'ready') expect(read.value.documents[0]).toEqual({ id: 'c' });
    expect(await stage.models.page(partnerId, BOOKS, { ...wanted, offset: 9 })).toMatchObject({
      value: { ids: [], documents: [], total: 3 },
    });
  });

  it('tells which members an index holds, in the order asked', async () => {
    const held = (...members: string[]) => stage.models.held(partnerId, BOOKS, 'all', members);
    expect(await held('b', 'x', 'item:a', 'a')).toMatchObject({ value: ['b', 'a'] });
    expect(await held()).toMatchObject({ value: [] });
    expect(await stage.models.held(partnerId, BOOKS, 'none', ['a'])).toMatchObject({ value: [] });
    const many = Array.from({ length: READ_MAX + 1 }, (_, n) => `${n}`);
    await expect(held(...many)).rejects.toThrow(RangeError);
  });

  it('pages with every text as it was set', async () => {
    const texts = ['"', '\\', '/', '', 'false', '1e3', '\n\u0000\u007f', '\u2028', 'Žofia 李 😀'];
    const fields = Object.fromEntries(texts.map((text, i) => [`f${i}`, text]));
    await stage.change(partnerId, { op: 'set', doc: 'item:b', fields });
    const wanted = { index: 'all', docPrefix: 'item:', offset: 2, limit: 1 };
    const read = await eventually(
      () => stage.models.page(partnerId, BOOKS, { ...wanted, fields: Object.keys(fields) }),
      (page) => page.status === 'ready' && Object.keys(page.value.documents[0] ?? {}).length > 0,
    );
    expect(read).toMatchObject({ value: { documents: [fields] } });
  });

  it('answers several documents in the order asked, null for a missing one', async () => {
    const read = await stage.models.documents(partnerId, BOOKS, ['item:b', 'none', 'item:a']);
    expect(read).toMatchObject({ value: [{ id: 'b' }, null, { id: 'a' }] });
  });

  it('is not ready for a partner that nobody has opened', async () => {
    const read = await stage.models.document(randomUUID(), BOOKS, 'item:a');
    expect(read).toEqual({ status: 'not_ready' });
  });

  it('knows whether it is behind the last append', async () => {
    const head = (await stage.log.head()) ?? 0n;
    expect(head).toBe(5n);
    const behind = async () => {
      const read = await stage.models.document(partnerId, BOOKS, 'item:a');
      return read.status === 'ready' && isBehind(read);
    };
    expect(await behind()).toBe(false);
    await stage.models.raiseWritten(partnerId, head);
    expect(await behind()).toBe(false);
    await stage.models.raiseWritten(partnerId, 10n);
    await stage.models.raiseWritten(partnerId, 9n);
    const elsewhere = () => stage.append(partnerId, `elsewhere-${partnerId}`, 'NotRead', '');
    while ((await elsewhere()) < 9n) expect(await behind()).toBe(true);
    await eventually(
      () => stage.models.document(partnerId, BOOKS, 'any'),
      (read) => read.status === 'ready' && read.position === '9',
    );
    expect(await behind()).toBe(true);
    await elsewhere();
    await eventually(behind, (still) => !still);
  });
});

describe('the due list', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.close());

  it('answers what is due over all partners, of each the longest overdue first', async () => {
    const due = async (partnerId: string, member: string, atMs: number) => {
      await stage.redis.sadd(PARTNERS_KEY, partnerId);
      await stage.redis.hset(activeKey(partnerId), DUE_LIST, 'g1');
      const key = `${modelPrefix(partnerId, DUE_LIST, 'g1')}i:${DUE_INDEX}`;
      await stage.redis.zadd(key, atMs, member);
    };
    await due('p1', 'later', 1_763_000_000_001);
    await due('p1', 'first', 1_763_000_000_000);
    await due('p2', 'second', 1_763_000_000_000.5);
    await stage.redis.sadd(PARTNERS_KEY, 'p3');
    const list = new DueList(stage.redis);
    const found = async (untilMs: number, afterMs?: number) => {
      const entries: string[] = [];
      for await (const page of list.pages(untilMs, afterMs))
        entries.push(...page.map(({ partnerId, member }) => `${partnerId} ${member}`));
      return entries;
    };
    expect(await found(1_762_999_999_999)).toEqual([]);
    const all = await found(1_763_000_000_001);
    expect(all.filter((each) => each.startsWith('p1'))).toEqual(['p1 first', 'p1 later']);
    expect(all).toContain('p2 second');
    expect(all).toHaveLength(3);
    expect(await found(1_763_000_000_001, 1_763_000_000_000)).toHaveLength(2);
    expect(await found(1_763_000_000_001, 1_763_000_000_001)).toEqual([]);
  });

  it('answers every one of five thousand entries, in pages', async () => {
    await stage.redis.sadd(PARTNERS_KEY, 'p1');
    await stage.redis.hset(activeKey('p1'), DUE_LIST, 'g1');
    const key = `${modelPrefix('p1', DUE_LIST, 'g1')}i:${DUE_INDEX}`;
    const members = Array.from({ length: 5_000 }, (_, i) => `m${i}`);
    await stage.redis.zadd(key, ...members.flatMap((member) => [7, member]));
    const sizes: number[] = [];
    const found = new Set<string>();
    for await (const page of new DueList(stage.redis).pages(7)) {
      sizes.push(page.length);
      for (const { member } of page) found.add(member);
    }
    expect(found.size).toBe(5_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
  });
});
