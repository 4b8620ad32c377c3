import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FIRM, TestSandbox } from '../../support/sandbox.js';
import { SandboxTrader } from '../../support/sandbox-trader.js';

describe('balances and positions at the sandbox broker', () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await TestSandbox.start();
  });
  afterAll(() => sandbox.destroy());

  const price = (symbol: string, value: string) =>
    sandbox.control('POST', `/assets/${symbol}`, { price: value });
  const moveOn = () => sandbox.control('POST', '/day');

  it('follow a purchase', async () => {
    const trader = await SandboxTrader.with(sandbox, '5000.00');
    await trader.trade('buy', 'MSFT', '2.5');
    expect(await trader.account()).toMatchObject({
      ...{ cash: '4000.00', buying_power: '4000.00', cash_transferable: '4000.00' },
      ...{ long_market_value: '1000.00', short_market_value: '0.00', equity: '5000.00' },
      ...{ multiplier: '1', shorting_enabled: false },
    });
    expect(await trader.read('/positions/MSFT')).toMatchObject({
      ...{ qty: '2.5', qty_available: '2.5', side: 'long', avg_entry_price: '400.00' },
      ...{ cost_basis: '1000.00', market_value: '1000.00', unrealized_pl: '0.00' },
    });
  });

  it('let unsettled proceeds buy, and transfers wait for the next trading day', async () => {
    const trader = await SandboxTrader.with(sandbox, '1000.00');
    await trader.trade('buy', 'AMZN', '5');
    await trader.trade('sell', 'AMZN', '4');
    expect(await trader.account()).toMatchObject({
      ...{ cash: '820.00', buying_power: '820.00' },
      ...{ cash_transferable: '100.00', cash_withdrawable: '100.00' },
    });
    await moveOn();
    const settled = { cash: '820.00', cash_transferable: '820.00', last_equity: '1000.00' };
    expect(await trader.account()).toMatchObject(settled);
  });

  it('spend unsettled proceeds first when cash is short', async () => {
    const trader = await SandboxTrader.with(sandbox, '400.00');
    await trader.trade('buy', 'MSFT', '1');
    await trader.trade('sell', 'MSFT', '1');
    await trader.trade('buy', 'NVDA', '1');
    expect(await trader.account()).toMatchObject({ cash: '280.00', cash_transferable: '0.00' });
  });

  it('follow prices, from day to day', async () => {
    const trader = await SandboxTrader.with(sandbox, '1000.00');
    await trader.trade('buy', 'VOO', '1');
    await price('VOO', '540.00');
    await moveOn();
    await price('VOO', '486.00');
    await trader.trade('buy', 'VOO', '0.5');
    expect(await trader.read('/positions/VOO')).toMatchObject({
      ...{ qty: '1.5', cost_basis: '763.00', avg_entry_price: '508.666666666' },
      ...{ current_price: '486.00', lastday_price: '540.00', change_today: '-0.1' },
      ...{ market_value: '729.00', unrealized_pl: '-34.00' },
    });
    expect(await trader.account()).toMatchObject({ equity: '966.00', last_equity: '1020.00' });
    const order = await trader.trade('sell', 'VOO', '0.5');
    expect(order.filled_avg_price).toBe('486.00');
    expect((await trader.read('/positions/VOO')).cost_basis).toBe('508.67');
  });

  it('average the prices of an order that fills in parts', async () => {
    const trader = await SandboxTrader.with(sandbox, '1000.00');
    const { body } = await trader.order('buy', 'SLOW', { qty: '4' });
    await sandbox.control('POST', `/orders/${body.id}`, { outcome: 'fill', qty: '1' });
    await price('SLOW', '12.00');
    await sandbox.control('POST', `/orders/${body.id}`, { outcome: 'fill' });
    const filled = await trader.read(`/orders/${body.id}`);
    expect(filled).toMatchObject({ filled_qty: '4', filled_avg_price: '11.50' });
    expect(await trader.account()).toMatchObject({ cash: '954.00', buying_power: '954.00' });
  });

  it('hold shares for an open sale', async () => {
    const trader = await SandboxTrader.with(sandbox, '1000.00');
    const bought = (await trader.order('buy', 'SLOW', { qty: '3' })).body;
    await sandbox.control('POST', `/orders/${bought.id}`, { outcome: 'fill' });
    const sold = (await trader.order('sell', 'SLOW', { qty: '2' })).body;
    expect(await trader.read('/positions')).toMatchObject([{ qty: '3', qty_available: '1' }]);
    await sandbox.control('POST', `/orders/${sold.id}`, { outcome: 'cancel' });
    expect(await trader.read('/positions')).toMatchObject([{ qty: '3', qty_available: '3' }]);
  });

  it('take back broken trades', async () => {
    const trader = await SandboxTrader.with(sandbox, '1000.00');
    const { id } = await trader.trade('buy', 'AAPL', '2');
    await sandbox.control('POST', `/orders/${id}`, { outcome: 'correct', price: '190.00' });
    expect(await trader.read('/positions')).toMatchObject([{ cost_basis: '380.00' }]);
    await sandbox.control('POST', `/orders/${id}`, { outcome: 'bust' });
    expect(await trader.read('/positions')).toEqual([]);
    expect(await trader.account()).toMatchObject({ cash: '1000.00', equity: '1000.00' });
  });

  it('are in the ledger', async () => {
    const trader = await SandboxTrader.with(sandbox, '1000.00');
    await trader.trade('buy', 'NVDA', '1.5');
    const { positions, balances } = await sandbox.ledger();
    expect(positions.filter(({ accountId }) => accountId === trader.id)).toEqual([
      { accountId: trader.id, symbol: 'NVDA', qty: '1.5', cost: '180.00' },
    ]);
    expect(balances[trader.id]).toBe('820.00');
  });

  it('show blocks, and nobody else’s account', async () => {
    const trader = await SandboxTrader.with(sandbox, '100.00');
    const blocks = ['transfers_blocked', 'trade_suspended_by_user'];
    await sandbox.control('POST', `/accounts/${trader.id}`, { blocks });
    expect(await trader.account()).toMatchObject({
      ...{ transfers_blocked: true, trade_suspended_by_user: true },
      ...{ account_blocked: false, trading_blocked: false },
    });
    for (const path of ['account', 'positions', 'positions/AAPL', 'account/portfolio/history']) {
      const { status } = await sandbox.broker('GET', `/v1/trading/accounts/nobody/${path}`);
      expect(status).toBe(404);
    }
    const firm = await sandbox.broker('GET', `/v1/trading/accounts/${FIRM}/account`);
    expect(firm.body).toMatchObject({ multiplier: '1', shorting_enabled: false });
  });
});
