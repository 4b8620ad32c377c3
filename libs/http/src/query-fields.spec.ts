import { describe, expect, it } from '@jest/globals';
import type { Config } from '#config/config.js';
import { IdParameter, PageQuery, TextParameter, WordParameter, pageOf } from './query-fields.js';
import { RequestPipe } from './request.pipe.js';

class ThingsQuery extends PageQuery {
  @WordParameter(['open', 'done']) readonly status?: string;
  @IdParameter() readonly userId?: string;
  @TextParameter({ optional: true, max: 5 }) readonly name?: string;
}

const pipe = new RequestPipe({} as Config);
const asked = async (query: object) =>
  (await pipe.transform(query, { type: 'query', metatype: ThingsQuery })) as ThingsQuery;

describe('the query of a list', () => {
  it('defaults to the first hundred', async () =>
    expect(pageOf(await asked({}))).toEqual({ limit: 100, offset: 0 }));
  it.each([
    [
      { limit: '1', offset: '0' },
      { limit: 1, offset: 0 },
    ],
    [
      { limit: '1000', offset: '99000' },
      { limit: 1_000, offset: 99_000 },
    ],
    [{ offset: '9007199254740991' }, { limit: 100, offset: Number.MAX_SAFE_INTEGER }],
  ])('accepts %j', async (query, page) => expect(pageOf(await asked(query))).toEqual(page));
  it('accepts filters', async () => {
    const filters = { status: 'done', name: 'a b', userId: 'C2A3F7E2-6C8B-4F4C-9C0B-0B0B0B0B0B0B' };
    expect(await asked(filters)).toMatchObject(filters);
  });

  it.each([
    ['/name', 'length_invalid', { name: '' }],
    ['/name', 'length_invalid', { name: 'abcdef' }],
    ['/limit', 'count_invalid', { limit: '0' }],
    ['/limit', 'count_invalid', { limit: '1001' }],
    ['/limit', 'count_invalid', { limit: '' }],
    ['/limit', 'count_invalid', { limit: '1.5' }],
    ['/limit', 'count_invalid', { limit: '+1' }],
    ['/limit', 'count_invalid', { limit: '1e2' }],
    ['/limit', 'type_invalid', { limit: ['1', '2'] }],
    ['/offset', 'count_invalid', { offset: '-1' }],
    ['/offset', 'count_invalid', { offset: '9007199254740992' }],
    ['/status', 'word_unknown', { status: 'OPEN' }],
    ['/status', 'type_invalid', { status: ['open', 'open'] }],
    ['/userId', 'id_invalid', { userId: 'u-1' }],
    ['/sort', 'parameter_unknown', { sort: 'up' }],
  ])(
    'rejects %s as %s',
    async (pointer, code, query) =>
      await expect(asked(query)).rejects.toMatchObject({
        refusal: 'malformed',
        code: 'validation_failed',
        errors: [expect.objectContaining({ pointer, code })],
      }),
  );
});
