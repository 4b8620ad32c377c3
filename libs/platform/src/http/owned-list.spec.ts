import { describe, expect, it } from '@jest/globals';
import type { Documents } from '../read-models/documents.js';
import { ownedPage } from './owned-list.js';

const thing = { id: 'x', userId: 'u-1', status: 'done' };
const asked: unknown[] = [];
const documents = {
  page: (...args: unknown[]) => {
    asked.push(args);
    return Promise.resolve({ documents: [thing], total: 7 });
  },
  read: (_: string, __: unknown, ___: unknown, id: string) =>
    Promise.resolve(id === 'p-1/known' ? thing : null),
} as unknown as Documents;
const view = { name: 'things', project: () => [] };
const source = { category: 'thing', parse: () => ({ type: 'Made', data: {} }) };
const list = { view, source, idOf: (partnerId: string, id: string) => `${partnerId}/${id}` };
const pageOf = (query: object) => ownedPage(documents, 'p-1', list, query);

describe('a list of what belongs to users', () => {
  it('is read from the index of its filter', async () => {
    expect(await pageOf({ userId: 'U-1', status: 'done', limit: '5', offset: '2' })).toEqual({
      listed: [thing],
      metadata: { total: 7, limit: 5, offset: 2 },
    });
    const page = { index: 'owner:u-1/status:done', limit: 5, offset: 2 };
    expect(asked.at(-1)).toEqual(['p-1', view, page]);
  });
  it.each([
    [{}, 1, 1],
    [{ userId: 'U-1', status: 'done' }, 1, 1],
    [{ offset: '1' }, 0, 1],
    [{ status: 'begun' }, 0, 0],
    [{ userId: 'u-2' }, 0, 0],
    [{ externalId: 'unknown' }, 0, 0],
  ])('holds what an externalId names, if it fits %j', async (query, shown, total) => {
    const { listed, metadata } = await pageOf({ externalId: 'known', ...query });
    expect([listed.length, metadata.total]).toEqual([shown, total]);
  });
});
