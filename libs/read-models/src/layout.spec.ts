import { describe, expect, it } from '@jest/globals';
import { heldIn, layoutText, namesIn, readLayout } from './layout.js';
import { type Table, defineTable, integer, orNull, text, uuid } from '#kernel/projection/table.js';

const columns = { id: uuid, name: text, note: orNull(text) };
const options = { key: ['id'], isNumbered: true, countedBy: 'name' } as const;
const lines = defineTable('ourLines', { columns, ...options });
const layout = readLayout(layoutText([lines]));

describe('the layout of a copy', () => {
  it('names its tables, including the tables of counts', () => {
    expect(namesIn(layout)).toEqual(['our_lines', 'our_lines_counts']);
  });

  it.each<[string, Table, readonly string[] | null]>([
    ['the same', lines, ['partnerId', 'ordinal', 'id', 'name', 'note']],
    [
      'a new column',
      defineTable('ourLines', { columns: { ...columns, count: integer }, ...options }),
      ['partnerId', 'ordinal', 'id', 'name', 'note'],
    ],
    [
      'a nullable column removed',
      defineTable('ourLines', { columns: { id: uuid, name: text }, ...options }),
      ['partnerId', 'ordinal', 'id', 'name'],
    ],
    [
      'a required column removed',
      defineTable('ourLines', { columns: { id: uuid, note: orNull(text) }, key: ['id'] }),
      null,
    ],
    [
      'another type',
      defineTable('ourLines', { columns: { ...columns, note: orNull(integer) }, ...options }),
      null,
    ],
    ['another key', defineTable('ourLines', { columns, ...options, key: ['name'] }), null],
    ['no numbering', defineTable('ourLines', { columns, key: ['id'] }), null],
    ['another name', defineTable('constructor', { columns, ...options }), null],
  ])('accepts rows of a version with %s, or stays unchanged', (_, table, expected) => {
    const held = heldIn(layout, table);
    expect(held === null ? null : Object.keys(held)).toEqual(expected);
  });
});
