import { describe, expect, it } from '@jest/globals';
import {
  type Table,
  canBeMade,
  columnsOf,
  defineTable,
  integer,
  isNamedAlone,
  orNull,
  text,
  uuid,
} from './table.js';

const columns = { id: uuid, name: text, note: orNull(text), count: integer };

describe('a table', () => {
  it('has partner and ordinal as first columns', () => {
    const numbered = defineTable('lines', { columns, key: ['id'], isNumbered: true });
    expect(Object.keys(columnsOf(numbered))).toEqual([
      'partnerId',
      'ordinal',
      ...Object.keys(columns),
    ]);
    expect(Object.keys(columnsOf(defineTable('lines', { columns, key: ['id'] })))[1]).toBe('id');
  });

  it.each<[string, () => Table]>([
    ['a name with a blank', () => defineTable('my lines', { columns, key: ['id'] })],
    ['a name that is cut', () => defineTable('l'.repeat(41), { columns, key: ['id'] })],
    ['a key that may be null', () => defineTable('lines', { columns, key: ['note'] })],
    ['a key that is no column', () => defineTable('lines', { columns, key: ['other' as 'id'] })],
    [
      'an index of ordinals that it has not',
      () => defineTable('lines', { columns, key: ['id'], indexes: [['ordinal']] }),
    ],
    [
      'counts of rows without numbers',
      () => defineTable('lines', { columns, key: ['id'], countedBy: 'name' }),
    ],
    [
      'counts by what may be null',
      () => defineTable('lines', { columns, key: ['id'], isNumbered: true, countedBy: 'note' }),
    ],
    [
      'counts by a number',
      () => defineTable('lines', { columns, key: ['id'], isNumbered: true, countedBy: 'count' }),
    ],
    [
      'an append-only table with ordinals',
      () => defineTable('lines', { columns, key: ['id'], isNumbered: true, isAppendOnly: true }),
    ],
    [
      'a partner of its own',
      () => defineTable('lines', { columns: { ...columns, partnerId: uuid }, key: ['id'] }),
    ],
    [
      'an ordinal of its own',
      () =>
        defineTable('lines', {
          columns: { ...columns, ordinal: integer },
          key: ['id'],
          isNumbered: true,
        }),
    ],
  ])('is refused with %s', (_, define) => {
    expect(define).toThrow(RangeError);
  });

  it.each<[string, Table, boolean]>([
    ['a lone UUID', defineTable('lines', { columns, key: ['id'] }), true],
    ['a lone text', defineTable('lines', { columns, key: ['name'] }), false],
    ['two columns', defineTable('lines', { columns, key: ['id', 'name'] }), false],
  ])('is named alone by %s: %#', (_, table, isAlone) => {
    expect(isNamedAlone(table)).toBe(isAlone);
  });

  it.each<[string, Table, boolean]>([
    ['zeros and nulls do', defineTable('lines', { columns, key: ['id', 'name'] }), true],
    ['a text is wanted', defineTable('lines', { columns, key: ['id'] }), false],
    [
      'rows are numbered',
      defineTable('lines', { columns, key: ['id', 'name'], isNumbered: true }),
      false,
    ],
  ])('is made by adding, or not, where %s', (_, table, can) => {
    expect(canBeMade(table)).toBe(can);
  });
});
