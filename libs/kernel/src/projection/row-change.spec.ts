import { describe, expect, it } from '@jest/globals';
import { type RowChange, add, changedRow, insert, remove, update } from './row-change.js';
import { type Row, defineTable, integer, orNull, text } from './table.js';

const sums = defineTable('sums', {
  columns: { day: text, count: integer, feeCents: orNull(integer) },
  key: ['day'],
});
const lines = defineTable('lines', {
  columns: { name: text, count: integer },
  key: ['name'],
  isNumbered: true,
});

const DAY = { day: 'mon' };
const row = { partnerId: 'p', ...DAY, count: 1n, feeCents: null };
const plus = (count: bigint) => add(sums, DAY, { count });
const after = (before: Row | null, ...changes: readonly RowChange[]) =>
  changes.reduce(
    (so, change) => changedRow(so, change, 'p'),
    before === null ? null : { ...before },
  );

const line = { partnerId: 'p', ordinal: 0n, name: 'a', count: 1n };
const MOST = 2n ** 63n - 1n;

describe('changes of one row', () => {
  it.each<[string, Row | null, readonly RowChange[], Row | null]>([
    ['is inserted', null, [insert(sums, { ...DAY, count: 1n, feeCents: null })], row],
    ['gets other values', row, [update(sums, DAY, { feeCents: 7n })], { ...row, feeCents: 7n }],
    ['is added to', row, [plus(2n), plus(3n)], { ...row, count: 6n }],
    ['is made by adding', null, [plus(2n)], { ...row, count: 2n }],
    ['has null as zero', row, [add(sums, DAY, { feeCents: -4n })], { ...row, feeCents: -4n }],
    ['goes', row, [remove(sums, DAY)], null],
    ['is not made by an update', null, [update(sums, DAY, { count: 1n })], null],
    ['is created again', row, [remove(sums, DAY), plus(2n)], { ...row, count: 2n }],
    [
      'is made with zeros',
      null,
      [add(sums, DAY, { feeCents: 1n })],
      { ...row, count: 0n, feeCents: 1n },
    ],
    [
      'is numbered, and added to',
      line,
      [add(lines, { name: 'a' }, { count: 1n })],
      { ...line, count: 2n },
    ],
    ['is numbered, so not made by adding', null, [add(lines, { name: 'a' }, { count: 1n })], null],
  ])('it %s', (_, before, changes, expected) => {
    expect(after(before, ...changes)).toEqual(expected);
  });

  it('stay within 64 bits', () => {
    expect(after({ ...row, count: MOST - 1n }, plus(1n))).toMatchObject({ count: MOST });
    expect(after({ ...row, count: -MOST }, plus(-1n))).toMatchObject({ count: -MOST - 1n });
    expect(() => after({ ...row, count: MOST }, plus(1n))).toThrow('beyond 64 bits');
    expect(() => after({ ...row, count: -MOST - 1n }, plus(-1n))).toThrow('beyond 64 bits');
  });
});
