import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, journalFrom, type Json, TestSandbox } from '../../support/sandbox.js';
import { SandboxTrader } from '../../support/sandbox-trader.js';

describe('the portfolio history at the sandbox broker', () => {
  let sandbox: TestSandbox;
  let trader: SandboxTrader;
  beforeAll(async () => {
    sandbox = await TestSandbox.start();
    trader = await SandboxTrader.with(sandbox, '1000.00');
    await trader.trade('buy', 'IWM', '2');
    await sandbox.control('POST', '/day');
    await sandbox.control('POST', '/assets/IWM', { price: '230.00' });
    await sandbox.control('POST', '/day');
    await sandbox.control('POST', '/assets/IWM', { price: '215.00' });
    await sandbox.broker('POST', '/v1/journals', journalFrom(trader.id, '100.00'));
    await eventually(async () => (await trader.account()).cash === '460.00');
    await sandbox.control('POST', '/day');
  });
  afterAll(() => sandbox.destroy());

  const history = (query: string): Promise<Json> =>
    trader.read(`/account/portfolio/history?${query}`);

  it('ends with the equity of now, and leaves transfers out of the profit', async () => {
    const { equity } = await trader.account();
    const body = await history('period=1M&timeframe=1D');
    expect(body.timeframe).toBe('1D');
    expect(body.equity.at(-1)).toBe(Number(equity));
    expect(body.equity.at(-1)).toBe(890);
    expect(body.equity).toContain(1020);
    expect(body.base_value).toBe(0);
    expect(body.profit_loss.at(-1)).toBe(-10);
    const lengths = ['timestamp', 'equity', 'profit_loss', 'profit_loss_pct'].map(
      (name) => body[name].length,
    );
    expect(new Set(lengths).size).toBe(1);
    expect(body.timestamp).toEqual([...new Set<number>(body.timestamp)].sort((a, b) => a - b));
  });

  it('counts a period of days in sessions, and has a base value then', async () => {
    const body = await history('period=2D&timeframe=1D');
    expect(body.timestamp).toHaveLength(2);
    expect(body).toMatchObject({ base_value_asof: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    expect([890, 1020]).toContain(body.base_value);
  });

  it.each([
    ['period=1D&timeframe=5Min', '5Min'],
    ['period=1W&timeframe=15Min&pnl_reset=no_reset', '15Min'],
    ['period=1A', '1D'],
    ['', '1D'],
  ])('%s has windows of %s', async (query, timeframe) => {
    const body = await history(query);
    expect(body.timeframe).toBe(timeframe);
    expect(body.equity.at(-1)).toBe(890);
  });

  it('rejects other periods', async () => {
    const status = async (query: string) => {
      const path = `/v1/trading/accounts/${trader.id}/account/portfolio/history?${query}`;
      return (await sandbox.broker('GET', path)).status;
    };
    expect(await status('period=1A')).toBe(200);
    expect(await status('period=1Y')).toBe(422);
    expect(await status('period=1A&timeframe=15Min')).toBe(422);
  });
});
