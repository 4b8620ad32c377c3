import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CASH_ONLY, TestSandbox } from '../../support/sandbox.js';
import { SandboxTrader } from '../../support/sandbox-trader.js';

describe('margin and short sales at the sandbox broker', () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await TestSandbox.start();
  });
  afterAll(() => sandbox.destroy());

  const withDefaults = (amount: string) => SandboxTrader.with(sandbox, amount, { hasMargin: true });

  it('need more than $2,000 of equity', async () => {
    const small = await withDefaults('2000.00');
    const cash = { multiplier: '1', buying_power: '2000.00', shorting_enabled: false };
    expect(await small.account()).toMatchObject({ ...cash, user_configurations: null });
    const large = await withDefaults('2000.01');
    const margin = { multiplier: '2', buying_power: '4000.02', shorting_enabled: true };
    expect(await large.account()).toMatchObject(margin);
  });

  it('buy for twice the equity, and sell what is not held', async () => {
    const trader = await withDefaults('2000.01');
    expect((await trader.order('buy', 'SLOW', { notional: '4000.03' })).status).toBe(403);
    await trader.trade('buy', 'AAPL', '15');
    expect(await trader.account()).toMatchObject({
      ...{ cash: '-999.99', equity: '2000.01', buying_power: '1000.02', cash_transferable: '0.00' },
    });
    await trader.trade('sell', 'AAPL', '17');
    expect(await trader.read('/positions/AAPL')).toMatchObject({
      ...{ side: 'short', qty: '-2', avg_entry_price: '200.00' },
      ...{ cost_basis: '-400.00', market_value: '-400.00', unrealized_pl: '0.00' },
    });
    expect(await trader.account()).toMatchObject({
      ...{ cash: '2400.01', short_market_value: '-400.00', equity: '2000.01' },
    });
    await trader.trade('buy', 'AAPL', '2');
    expect(await trader.read('/positions')).toEqual([]);
  });

  it('lose on a short position whose price rises', async () => {
    const trader = await withDefaults('3000.00');
    await trader.trade('sell', 'VUG', '1');
    await sandbox.control('POST', '/assets/VUG', { price: '400.00' });
    expect(await trader.read('/positions/VUG')).toMatchObject({ unrealized_pl: '-20.00' });
    expect(await trader.account()).toMatchObject({ equity: '2980.00' });
  });

  it.each(['at opening', 'later'])('are configured away %s', async (when) => {
    const isAtOpening = when === 'at opening';
    const trader = await SandboxTrader.with(sandbox, '2000.01', { hasMargin: !isAtOpening });
    if (!isAtOpening) {
      const { status, body } = await trader.configure(CASH_ONLY);
      expect({ status, body }).toEqual({ status: 200, body: CASH_ONLY });
    }
    expect(await trader.account()).toMatchObject({
      ...{ multiplier: '1', buying_power: '2000.01', shorting_enabled: false },
      user_configurations: CASH_ONLY,
    });
    const dear = await trader.order('buy', 'SLOW', { notional: '2000.02' });
    expect(dear).toMatchObject({
      status: 403,
      body: { code: 40_310_000, message: 'insufficient buying power', buying_power: '2000.01' },
    });
    const short = await trader.order('sell', 'AAPL', { qty: '1' });
    expect(short).toMatchObject({ status: 403, body: { code: 40_310_000, available: '0' } });
    const account = await sandbox.broker('GET', `/v1/accounts/${trader.id}`);
    expect(account.body.trading_configurations).toEqual(CASH_ONLY);
  });

  it('change one by one, also by the broker’s staff', async () => {
    const trader = await withDefaults('3000.00');
    await trader.configure({ no_shorting: true });
    expect(await trader.account()).toMatchObject({ multiplier: '2', shorting_enabled: false });
    const settings = { max_margin_multiplier: '1', no_shorting: false } as const;
    await sandbox.control('POST', `/accounts/${trader.id}`, { configurations: settings });
    expect(await trader.read('/account/configurations')).toEqual({
      ...settings,
      trade_confirm_email: 'all',
    });
    expect((await trader.configure({ max_margin_multiplier: '4' })).status).toBe(422);
    const nobody = '/v1/trading/accounts/nobody/account/configurations';
    expect((await sandbox.broker('PATCH', nobody, {})).status).toBe(404);
  });
});
