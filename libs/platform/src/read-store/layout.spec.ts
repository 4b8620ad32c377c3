import { describe, expect, it } from '@jest/globals';
import { heldIn, layoutText, namesIn, readLayout } from './layout.js';
import { type Table, defineTable, integer, orNull, text, uuid } from './table.js';

const columns = { id: uuid, name: text, note: orNull(text) };
const options = { key: ['id'], isNumbered: true, countedBy: 'name' } as const;
const lines = defineTable('ourLines', { columns, ...options });
const layout = readLayout(layoutText([lines]));

describe('the layout of a copy', () => {
  it('tells its tables, those of counts among them', () => {
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
      'no more of a column that may be null',
      defineTable('ourLines', { columns: { id: uuid, name: text }, ...options }),
      ['partnerId', 'ordinal', 'id', 'name'],
    ],
    [
      'no more of one that may not',
      defineTable('ourLines', { columns: { id: uuid, note: orNull(text) }, key: ['id'] }),
      null,
    ],
    [
      'another type',
      defineTable('ourLines', { columns: { ...columns, note: orNull(integer) }, ...options }),
      null,
    ],
    ['another key', defineTable('ourLines', { columns, ...options, key: ['name'] }), null],
    ['no numbers', defineTable('ourLines', { columns, key: ['id'] }), null],
    ['another name', defineTable('constructor', { columns, ...options }), null],
  ])('takes rows of a version with %s, or stays as it is', (_, table, expected) => {
    const held = heldIn(layout, table);
    expect(held === null ? null : Object.keys(held)).toEqual(expected);
  });
});
