import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Json, PartnerClient, type Service } from '../../support/service.js';
import { sharedService } from '../../support/shared-service/shared-service.js';

let service: Service;
let client: PartnerClient;

beforeAll(async () => {
  service = await sharedService();
  client = await PartnerClient.logIn(service);
  for (const path of ['/v1/assets/AAPL', '/v1/market/clock', CALENDAR])
    await client.until(path, ({ code }) => code !== 'market_data_not_loaded');
});
afterAll(() => service.stop());

const CALENDAR = '/v1/market/calendar?from=2026-11-23&to=2026-11-30';

const listed = async (query: string) => {
  const { status, body } = await client.get(`/v1/assets?${query}`);
  expect(status).toBe(200);
  return body as unknown as { assets: { symbol: string }[]; metadata: Json };
};

describe('assets', () => {
  it('are found by symbol and by name', async () => {
    const bySymbol = await listed('query=aap');
    expect(bySymbol.assets.map(({ symbol }) => symbol)).toContain('AAPL');
    const byName = await listed('query=microsoft');
    expect(byName.assets.map(({ symbol }) => symbol)).toContain('MSFT');
    expect((await listed('query=no-such-name')).metadata).toMatchObject({ total: 0 });
  });

  it('are paged, sorted by symbol', async () => {
    const all = await listed('limit=1000');
    const symbols = all.assets.map(({ symbol }) => symbol);
    expect(symbols).toEqual([...symbols].sort());
    const page = await listed('limit=3&offset=2');
    expect(page.assets).toEqual(all.assets.slice(2, 5));
    expect(page.metadata).toEqual({ total: all.metadata['total'], limit: 3, offset: 2 });
  });

  it('can be read by symbol', async () => {
    expect(await client.get('/v1/assets/AAPL')).toMatchObject({
      status: 200,
      body: { symbol: 'AAPL', name: expect.stringMatching(/^Apple/), tradable: true },
    });
    for (const symbol of ['NOBODY', 'aapl', '%00', 'x'.repeat(3_000)])
      expect(await client.get(`/v1/assets/${symbol}`)).toMatchObject({
        status: 404,
        body: { code: 'asset_not_found' },
      });
  });

  it.each(['/v1/assets/AAPL', '/v1/assets?limit=2'])('%s is sent once to a cache', async (path) => {
    const first = await client.get(path);
    const tag = String(first.headers.get('etag'));
    const again = await client.get(path, { 'if-none-match': tag });
    expect(again).toMatchObject({ status: 304, body: null });
    expect(again.headers.get('etag')).toBe(tag);
    expect((await client.get(path, { 'if-none-match': '"x"' })).body).toEqual(first.body);
  });
});

describe('market hours', () => {
  it('have a clock with the next changes', async () => {
    const { status, body } = await client.get('/v1/market/clock');
    expect(status).toBe(200);
    const { isOpen, now, opensAt, closesAt } = body;
    const change = isOpen === true ? closesAt : opensAt;
    expect(String(change) > String(now)).toBe(true);
  });

  it('have a calendar with half days', async () => {
    const { status, body } = await client.get(CALENDAR);
    expect(status).toBe(200);
    const close = (date: string, hour: number) => ({
      date,
      closesAt: `${date}T${hour}:00:00.000Z`,
    });
    expect(body['days']).toMatchObject([
      ...['2026-11-23', '2026-11-24', '2026-11-25'].map((date) => close(date, 21)),
      close('2026-11-27', 18),
      close('2026-11-30', 21),
    ]);
  });

  it.each([
    ['no dates', '', 400, 'validation_failed'],
    ['one date', 'from=2026-01-01', 400, 'validation_failed'],
    ['a day that does not exist', 'from=2026-02-30&to=2026-03-01', 400, 'validation_failed'],
    ['367 days', 'from=2027-01-01&to=2028-01-02', 422, 'range_too_long'],
  ])('for %s are refused', async (_, query, status, code) => {
    expect(await client.get(`/v1/market/calendar?${query}`)).toMatchObject({
      status,
      body: { code },
    });
  });

  it('are shown for 366 days, and are empty for a reversed range', async () => {
    const year = await client.get('/v1/market/calendar?from=2027-01-01&to=2028-01-01');
    expect((year.body['days'] as Json[]).length).toBeGreaterThan(240);
    const { body } = await client.get('/v1/market/calendar?from=2026-11-30&to=2026-11-23');
    expect(body).toEqual({ days: [] });
  });
});
