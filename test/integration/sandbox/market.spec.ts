import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Json, TestSandbox } from '../../support/sandbox.js';

describe('the market of the sandbox broker', () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await TestSandbox.start();
  });
  afterAll(() => sandbox.destroy());

  const get = async (path: string): Promise<Json> => (await sandbox.broker('GET', path)).body;
  const active = '/v1/assets?status=active&asset_class=us_equity';

  it('lists assets with names', async () => {
    const assets: readonly Json[] = await get(active);
    expect(assets.length).toBeGreaterThan(250);
    expect(new Set(assets.map(({ symbol }) => symbol)).size).toBe(assets.length);
    expect(assets).toContainEqual(
      expect.objectContaining({
        ...{ symbol: 'KO', name: 'The Coca-Cola Company Common Stock', exchange: 'NYSE' },
        ...{ tradable: true, fractionable: true },
      }),
    );
  });

  it('finds an asset by symbol and by id', async () => {
    const asset = await get('/v1/assets/BRK.A');
    expect(asset).toMatchObject({ fractionable: false });
    expect(await get(`/v1/assets/${asset.id}`)).toEqual(asset);
    expect(await get('/v1/assets/HALT')).toMatchObject({ status: 'active', tradable: false });
    expect((await sandbox.broker('GET', '/v1/assets/ZZZZQX')).status).toBe(404);
  });

  it('serves as many assets as a control request says, also after a restart', async () => {
    const count = async (wanted: number) =>
      (await sandbox.control('POST', '/assets', { count: wanted })).body;
    expect(await count(12_000)).toEqual({ count: 12_000 });
    await sandbox.stop();
    await sandbox.startAgain();
    const assets: readonly Json[] = await get(active);
    expect(new Set(assets.map(({ symbol }) => symbol)).size).toBe(12_000);
    expect(new Set(assets.map(({ id }) => id)).size).toBe(12_000);
    expect((await count(1)).count).toBeLessThan(400);
  });

  it('rejects invalid prices', async () => {
    const set = async (symbol: string, price: string) =>
      (await sandbox.control('POST', `/assets/${symbol}`, { price })).status;
    expect(await set('AAPL', '201.50')).toBe(200);
    expect(await set('AAPL', '0')).toBe(400);
    expect(await set('AAPL', '1.001')).toBe(400);
    expect(await set('ZZZZQX', '1.00')).toBe(404);
  });

  it('has a calendar with half days', async () => {
    const all: readonly Json[] = await get('/v1/calendar');
    const from = all.findIndex(({ date }) => date === '2026-11-25');
    expect(all.slice(from, from + 3)).toEqual([
      expect.objectContaining({ date: '2026-11-25', open: '09:30', close: '16:00' }),
      expect.objectContaining({
        date: '2026-11-27',
        close: '13:00',
        settlement_date: '2026-11-30',
      }),
      expect.objectContaining({ date: '2026-11-30', close: '16:00', session_close: '2000' }),
    ]);
    expect([all[0].date, all.at(-1).date]).toEqual(['1970-01-02', '2029-12-31']);
  });

  it('has a clock that a control request moves to the next trading day', async () => {
    const dayOf = (clock: Json) => String(clock.timestamp).slice(0, 10);
    const before = await get('/v1/clock');
    const { day } = (await sandbox.control('POST', '/day')).body;
    const after = await get('/v1/clock');
    expect(day > dayOf(before)).toBe(true);
    expect(dayOf(after)).toBe(day);
    expect(await get('/v1/calendar')).toContainEqual(expect.objectContaining({ date: day }));
    expect(after.is_open).toBe(after.next_close < after.next_open);
  });
});
