import { describe, expect, it } from '@jest/globals';
import type { OwnRows, Rows } from '#read-models/rows.js';
import { defineTable, text, uuid } from '#kernel/projection/table.js';
import { ownedPage } from './owned-list.js';

const thing = { id: 'x', userId: 'u-1', status: 'done', partnerId: 'p-1' };
const asked: unknown[] = [];
const rows = {
  page: (...args: unknown[]) => {
    asked.push(args);
    return Promise.resolve({ rows: [thing], total: 7 });
  },
  byId: (_: string, __: unknown, id: string) => Promise.resolve(id === 'p-1/known' ? thing : null),
} as unknown as Rows;
const columns = { id: uuid, userId: uuid, status: text };
const own: OwnRows<{ type: 'Made'; data: object }, typeof columns> = {
  table: defineTable('things', { columns, key: ['id'], isNumbered: true }),
  source: { category: 'thing', parse: () => ({ type: 'Made', data: {} }) },
  project: () => [],
};
const list = { own, idOf: (partnerId: string, id: string) => `${partnerId}/${id}` };
const pageOf = (query: object) => ownedPage(rows, 'p-1', list, query);

describe('a list of objects of users', () => {
  it('applies its filter', async () => {
    expect(await pageOf({ userId: 'U-1', status: 'done', limit: '5', offset: '2' })).toEqual({
      listed: [thing],
      metadata: { total: 7, limit: 5, offset: 2 },
    });
    const page = { where: { userId: 'u-1', status: 'done' }, limit: 5, offset: 2 };
    expect(asked.at(-1)).toEqual(['p-1', own.table, page]);
  });
  it.each([
    [{}, 1, 1],
    [{ userId: 'U-1', status: 'done' }, 1, 1],
    [{ offset: '1' }, 0, 1],
    [{ status: 'begun' }, 0, 0],
    [{ userId: 'u-2' }, 0, 0],
    [{ externalId: 'unknown' }, 0, 0],
  ])('returns the object of an externalId if it fits %j', async (query, shown, total) => {
    const { listed, metadata } = await pageOf({ externalId: 'known', ...query });
    expect([listed.length, metadata.total]).toEqual([shown, total]);
  });
});
