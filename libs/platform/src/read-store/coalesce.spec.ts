import { describe, expect, it } from '@jest/globals';
import { coalesce } from './coalesce.js';
import { type RowChange, add, insert, remove, update } from './row-change.js';
import { defineTable, integer, orNull, text } from './table.js';

const sums = defineTable('sums', {
  columns: { day: text, count: integer, feeCents: orNull(integer) },
  key: ['day'],
});
const lines = defineTable('lines', {
  columns: { name: text, status: text, count: integer },
  key: ['name'],
  isNumbered: true,
});

/** Each group as its edits, without their tables. */
const edits = (...changes: readonly RowChange[]) =>
  coalesce(changes.map((change) => ({ partnerId: 'p', change }))).map((group) =>
    group.flatMap((each) => each.edits),
  );

const DAY = { day: 'mon' };
const key = { partnerId: 'p', ...DAY };
const plus = (count: bigint) => add(sums, DAY, { count });
const row = { ...DAY, count: 1n, feeCents: null };
const line = (name: string, status = 'new') => insert(lines, { name, status, count: 0n });

describe('changes of one row', () => {
  it.each<[string, readonly RowChange[], object]>([
    [
      'sums are added up',
      [plus(2n), plus(3n)],
      { kind: 'change', key, set: {}, by: { count: 5n }, makes: true },
    ],
    [
      'a later value replaces a sum',
      [plus(2n), update(sums, DAY, { count: 9n })],
      { kind: 'change', key, set: { count: 9n }, by: {}, makes: true },
    ],
    [
      'a sum is added to a value that was set, null as zero',
      [update(sums, DAY, { feeCents: null }), update(sums, DAY, { feeCents: 4n })],
      { kind: 'change', key, set: { feeCents: 4n }, by: {}, makes: false },
    ],
    [
      'a row takes what comes after its insertion',
      [insert(sums, row), update(sums, DAY, { feeCents: 7n }), plus(2n)],
      { kind: 'insert', row: { ...row, partnerId: 'p', count: 3n, feeCents: 7n } },
    ],
    ['a row goes, whatever came before', [plus(1n), remove(sums, DAY)], { kind: 'delete', key }],
    [
      'nothing changes a row that has gone',
      [remove(sums, DAY), update(sums, DAY, { count: 1n })],
      { kind: 'delete', key },
    ],
    [
      'a row that has gone is made anew by adding to it',
      [remove(sums, DAY), plus(2n)],
      { kind: 'insert', row: { ...key, count: 2n, feeCents: null } },
    ],
  ])('%s', (_, changes, expected) => {
    expect(edits(...changes)).toEqual([[expected]]);
  });

  it('are those of one partner', () => {
    const groups = coalesce(['p', 'q'].map((partnerId) => ({ partnerId, change: plus(1n) })));
    expect(groups[0]?.[0]?.edits).toHaveLength(2);
  });

  it('makes no row of an update that met none', () => {
    const groups = edits(update(sums, DAY, { feeCents: 9n }), plus(1n));
    expect(groups).toMatchObject([
      [{ set: { feeCents: 9n }, makes: false }],
      [{ set: {}, by: { count: 1n }, makes: true }],
    ]);
  });

  it('stands alone where it gets another key', () => {
    const groups = edits(plus(1n), update(sums, DAY, { day: 'tue' }), plus(2n));
    expect(groups).toMatchObject([
      [{ by: { count: 1n } }],
      [{ set: { day: 'tue' } }],
      [{ by: { count: 2n } }],
    ]);
  });
});

describe('a table that numbers its rows', () => {
  it('inserts them in the order of the log, also one that was changed before it was there', () => {
    const groups = edits(update(lines, { name: 'b' }, { status: 'x' }), line('a'), line('b'));
    expect(groups).toMatchObject([[{ row: { name: 'a' } }, { row: { name: 'b' } }]]);
  });

  it('is not made by adding', () => {
    expect(edits(add(lines, { name: 'a' }, { count: 1n }))).toMatchObject([[{ makes: false }]]);
  });

  it.each([
    ['a second row of the same key', [line('a'), line('a')]],
    ['removal', [remove(lines, { name: 'a' })]],
  ])('refuses %s', (_, changes) => {
    expect(() => edits(...changes)).toThrow(RangeError);
  });
});

it('refuses a change without its key', () => {
  expect(() => edits(plus(1n), update(sums, {} as never, { count: 1n }))).toThrow(/without day/);
});

it('leaves what it was given as it was', () => {
  const changes = [insert(sums, row), plus(2n), update(sums, DAY, { feeCents: 1n })];
  const before = structuredClone(changes.map(({ table: _, ...rest }) => rest));
  edits(...changes);
  expect(changes.map(({ table: _, ...rest }) => rest)).toEqual(before);
});
