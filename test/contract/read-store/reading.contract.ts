import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import type { Audit } from '#read-models/projection.js';
import { ReadStore } from '#read-models/read-store.js';
import { isRebuildWanted, rejectedModels } from '#read-models/table-set.js';
import { type Table, defineTable, text, time } from '#kernel/projection/table.js';
import { NotReady, type Search, type TableReader } from '#read-models/table-reader.js';
import {
  OTHER,
  PARTNER,
  type ChangeData,
  eventsOf,
  idOf,
  orders,
  placed,
  sample,
} from './sample.js';
import { type Engines, type Subject, feed, readerOf, rebuild, serve } from './subject.js';

const HOUR_MS = 3_600_000;

/** Searched over all partners, and kept for an hour. */
const waits = defineTable('waits', {
  columns: { name: text, at: time },
  key: ['name'],
  wideIndexes: [['at']],
  kept: { column: 'at', forMs: HOUR_MS },
});

const waiting = (name: string, at: string): ChangeData => ({
  ...{ op: 'insert', table: 'waits' },
  row: { name, at: `2026-03-01T${at}:00.000Z` },
});

const WORDS = ['a', 'b', 'c', 'd'];

/** Searches of readers besides pages, and other data about the copies. */
export const readingContract = (engines: () => Engines): void => {
  let own: Subject;
  let store: ReadStore;
  let all: readonly RecordedEvent[];
  let reader: TableReader<(typeof orders)['columns']>;
  beforeAll(async () => {
    own = await engines().subject();
    store = await serve(own.engine, [], [sample({ tables: [orders, waits] })]);
    reader = await readerOf(store, orders);
    const statuses = ['new', 'done', 'new', 'gone'];
    const rows = WORDS.map((word, i) => ({
      ...{ status: statuses[i], amountCents: `${i + 1}`, note: i === 0 ? null : word },
      placedAt: `2026-03-01T1${i}:00:00.000Z`,
    }));
    const others = [[placed('x', { amountCents: '70' })], [waiting('x', '10:30')]];
    all = [
      ...eventsOf(WORDS.map((word, i) => [placed(word, rows[i])])),
      ...eventsOf(others, { partnerId: OTHER, from: 5n }),
      ...eventsOf([[waiting('a', '10:00'), waiting('b', '11:00')]], { from: 7n }),
    ];
    await feed(store, all);
  });
  afterAll(() => own.close());

  const wordOf = new Map([...WORDS, 'x'].map((word) => [idOf(word), word]));

  it.each<[string, Search<(typeof orders)['columns']>, string]>([
    ['all', {}, 'abcd'],
    ['any of some values', { where: { status: ['done', 'gone'] } }, 'bd'],
    ['none of an empty list', { where: { status: [] } }, ''],
    ['null among others', { where: { note: [null, 'c'] } }, 'ac'],
    ['nothing', { where: { note: null } }, 'a'],
    ['all for an undefined filter', { where: { note: undefined } }, 'abcd'],
    ['rows from a time on', { atLeast: { placedAt: '2026-03-01T12:00:00Z' } }, 'cd'],
    ['rows before a time', { below: { placedAt: '2026-03-01T12:00:00Z' } }, 'ab'],
    ['the last ones', { orderBy: 'placedAt', descending: true, limit: 2 }, 'dc'],
    ['by ordinals', { atLeast: { ordinal: 1n }, below: { ordinal: 3n } }, 'bc'],
  ])('finds %s', async (_, search, words) => {
    const found = await reader.find(PARTNER, { orderBy: 'ordinal', ...search });
    expect(found.map(({ id }) => wordOf.get(id)).join('')).toBe(words);
  });

  it('rejects a search for an unknown column', async () => {
    const search = { where: { other: 'x' } } as Search<(typeof orders)['columns']>;
    await expect(reader.find(PARTNER, search)).rejects.toThrow('no column other');
  });

  it('finds rows of all partners, and lists the partners', async () => {
    expect(await reader.find(null, {})).toHaveLength(5);
    expect((await reader.partners()).toSorted()).toEqual([PARTNER, OTHER].toSorted());
    expect(await reader.partners({ status: 'gone' })).toEqual([PARTNER]);
  });

  it('yields all rows, in order for each partner', async () => {
    const seen: string[] = [];
    for await (const rows of reader.all(3))
      seen.push(rows.map(({ id }) => wordOf.get(id)).join(''));
    expect(seen.toSorted()).toEqual(['abc', 'd', 'x']);
  });

  it('returns sums and totals', async () => {
    expect(await reader.sum(PARTNER, 'amountCents')).toBe(10n);
    expect(await reader.sum(PARTNER, 'amountCents', { status: 'new' })).toBe(4n);
    expect(await reader.sum(null, 'amountCents')).toBe(80n);
    expect(await reader.sum(PARTNER, 'amountCents', { status: 'none' })).toBe(0n);
    expect(await reader.total(PARTNER)).toBe(4);
    expect(await reader.total(PARTNER, { status: ['new', 'gone'] })).toBe(3);
    expect(await reader.total(PARTNER, { note: null })).toBe(1);
  });

  it.each([
    ['2026-03-01T11:30:00.000Z', 2n],
    ['2026-03-01T00:00:00.000Z', 0n],
    ['2026-03-02T00:00:00.000Z', 4n],
  ])('returns the first ordinal of rows from %s on', async (at, ordinal) => {
    expect(await reader.firstFrom(PARTNER, 'placedAt', at)).toBe(ordinal);
  });

  it('deletes expired rows', async () => {
    await store.prune(new Date('2026-03-01T11:40:00.000Z'));
    const left = await (await readerOf(store, waits)).find(null, {});
    expect(left.map(({ name }) => name)).toEqual(['b']);
  });

  it('keeps a checkpoint that only one process moves, during any rebuild', async () => {
    await store.keepPlace('elsewhere', { position: 3n, mark: 'm' });
    await store.keepPlace('elsewhere', { position: 4n, mark: 'n' });
    await rebuild(store, all);
    expect(await store.place('elsewhere')).toEqual({ position: 4n, mark: 'n' });
  });

  it('gives each rebuild request a unique id', async () => {
    const ids = [await store.requestRebuild(), await store.requestRebuild()];
    expect(new Set(ids).size).toBe(2);
    expect((await store.sets()).request).toBe(ids[1]);
  });

  describe('an audit', () => {
    const audited = (errors: readonly string[], tables = [orders, waits] as Table[]) => ({
      ...sample({ version: 2, tables }),
      audit: (async (from) => {
        const rows = await from(orders).find(null, {});
        return rows.length === 5 ? errors : ['the rebuild is not what is read'];
      }) satisfies Audit,
    });

    const errors = { sample: ['one cent is missing'] };

    it('with errors keeps the active table set', async () => {
      const faulty = await serve(own.engine, all, [audited([])]);
      const before = await faulty.sets();
      const later = new ReadStore(own.engine, [audited(errors.sample)]);
      await rebuild(later, all);
      const sets = await later.sets();
      expect(sets.active).toEqual(before.active);
      expect(sets.rebuild).toMatchObject({ errors });
      expect(rejectedModels(sets)).toMatchObject([{ model: 'sample', errors: errors.sample }]);
      expect(isRebuildWanted(sets)).toBe(false);
      await later.requestRebuild();
      expect(isRebuildWanted(await later.sets())).toBe(true);
    });

    it('with errors hides only its read model if nothing is active', async () => {
      const models = [audited(errors.sample, [orders]), sample({ name: 'other', tables: [waits] })];
      const first = await serve(own.engine, all, models);
      expect((await first.sets()).active).toMatchObject({ errors });
      expect(isRebuildWanted(await first.sets())).toBe(false);
      await expect(readerOf(first, orders)).rejects.toThrow(NotReady);
      expect(await (await readerOf(first, waits)).find(null, {})).not.toEqual([]);
    });
  });
};
