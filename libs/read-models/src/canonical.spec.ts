import { describe, expect, it } from '@jest/globals';
import { canonical, canonicalChange, canonicalPartner } from './canonical.js';
import { type RowChange, add, insert, update } from '#kernel/projection/row-change.js';
import {
  type Column,
  defineTable,
  integer,
  orNull,
  text,
  time,
  uuid,
} from '#kernel/projection/table.js';

const ID = '0e4bb1f5-1111-4222-8333-abcdefabcdef';
const lines = defineTable('lines', {
  columns: { id: uuid, note: orNull(text), count: integer },
  key: ['id'],
});

describe('a value', () => {
  it.each<[string, Column, unknown, unknown]>([
    ['a UUID in capitals', uuid, ID.toUpperCase(), ID],
    ['a time with another zone', time, '2026-03-01T01:00:00+02:00', '2026-02-28T23:00:00.000Z'],
    ['nanoseconds', time, '2026-03-01T01:00:00.123456789Z', '2026-03-01T01:00:00.123Z'],
    ['a zero character', text, 'a\0b', 'a\ufffdb'],
    ['half of a character', text, 'a\ud83d', 'a\ufffd'],
    ['the largest integer', integer, 2n ** 63n - 1n, 2n ** 63n - 1n],
    ['the last day of a long month', time, '2026-01-31T23:59:59.999Z', '2026-01-31T23:59:59.999Z'],
    ['February 29', time, '2028-02-29T23:59:59.999Z', '2028-02-29T23:59:59.999Z'],
    ['the day after February', time, '2026-02-29T23:59:59.999Z', '2026-03-01T23:59:59.999Z'],
    ['the day after April 30', time, '2026-04-31T01:00:00.000Z', '2026-05-01T01:00:00.000Z'],
    ['an hour that ends a day', time, '2026-03-01T24:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    ['nothing', orNull(text), undefined, null],
  ])('has one form: %s', (_, column, value, expected) => {
    expect(canonical(column, 'it', value)).toBe(expected);
  });

  it.each<[string, Column, unknown]>([
    ['a malformed UUID', uuid, `${ID}0`],
    ['a number', integer, 5],
    ['an integer that is too large', integer, 2n ** 63n],
    ['a time without a zone', time, '2026-03-01T01:00:00'],
    ['a month that does not exist', time, '2026-13-01T01:00:00Z'],
    ['the year 0', time, '0000-03-01T01:00:00.000Z'],
    ['words', time, 'March 1'],
    ['a number as text', text, 5],
    ['null', text, null],
  ])('is rejected: %s', (_, column, value) => {
    expect(() => canonical(column, 'it', value)).toThrow(RangeError);
  });

  it('is not shown in the error, because it may be personal data', () => {
    expect(() => canonical(uuid, 'id', 'Ada')).toThrow('id must be a UUID; it is a string');
  });
});

describe('a change', () => {
  it('has canonical values', () => {
    expect(canonicalChange(update(lines, { id: ID.toUpperCase() }, { note: 'a\0' }))).toMatchObject(
      {
        key: { id: ID },
        set: { note: 'a\ufffd' },
      },
    );
  });

  it('omits undefined columns', () => {
    const change = update(lines, { id: ID }, { note: undefined as never, count: 2n });
    expect(canonicalChange(change)).toEqual({ ...change, set: { count: 2n } });
  });

  it.each<[string, RowChange]>([
    ['an unknown column', update(lines, { id: ID }, { other: 'x' } as never)],
    ['a missing value', insert(lines, { id: ID, note: null } as never)],
    ['a sum of texts', add(lines, { id: ID }, { note: 1n } as never)],
  ])('is rejected with %s', (_, change) => {
    expect(() => canonicalChange(change)).toThrow(RangeError);
  });
});

it('rejects an empty partner id', () => {
  expect(() => canonicalPartner('')).toThrow(/lacks a partner id/);
});
