import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ScriptedServer } from '../../../test/support/scripted-server.js';
import {
  accountId,
  firmAccountId,
  wireAsset,
  wireCalendar,
  wireClock,
  wireHistory,
  wirePosition,
  wireTradeAccount,
} from './alpaca.examples.js';
import { AlpacaBroker } from './alpaca-broker.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

let server: ScriptedServer;
let broker: AlpacaBroker;

beforeAll(async () => {
  server = await ScriptedServer.start();
  broker = new AlpacaBroker({ url: server.url, keyId: 'k', secret: 's', firmAccountId });
});

afterAll(async () => {
  await broker.close();
  await server.stop();
});

const account = (changes: object = {}) => {
  server.answers(200, { ...wireTradeAccount, ...changes });
  return broker.views.getTradingAccount(accountId, 'c');
};

describe('a trading account', () => {
  it('rounds money down and values to the nearest cent', async () => {
    const money = { cash: '100.019', cash_transferable: '50.999', buying_power: '-0.001' };
    const values = { long_market_value: '10.015', equity: '110.035', last_equity: '99.995' };
    expect(await account({ ...money, ...values })).toEqual({
      currency: 'USD',
      cash: 100_01n,
      transferable: 50_99n,
      buyingPower: -1n,
      positionsValue: 10_02n,
      equity: 110_04n,
      previousEquity: 100_00n,
      blocks: [],
    });
  });

  it('shows the flags that are set, and ignores unknown flags', async () => {
    const flags = { trading_blocked: true, transfers_blocked: true, moon_blocked: true };
    expect((await account(flags)).blocks).toEqual(['trading_blocked', 'transfers_blocked']);
  });

  it.each([
    ['another account', { id: firmAccountId }],
    ['another currency', { currency: 'EUR' }],
    ['cash that is not a number', { cash: 'much' }],
    ['no equity', { equity: undefined }],
  ])('of %s is not accepted', async (_, changes) => {
    await expect(account(changes)).rejects.toThrow(OutcomeUnknown);
  });
});

describe('positions', () => {
  const positions = (...wire: object[]) => {
    server.answers(200, wire);
    return broker.views.listPositions(accountId, 'c');
  };
  it('keep the broker’s digits of quantities and prices', async () =>
    expect(await positions({ ...wirePosition, qty: '0.123456789', unrealized_pl: -1.5 })).toEqual([
      {
        symbol: 'AAPL',
        quantity: '0.123456789',
        availableQuantity: '4',
        averageEntryPrice: '172.0812345678',
        costBasis: 688_32n,
        marketValue: 700_00n,
        currentPrice: '175',
        previousClose: '168.88',
        unrealizedProfit: -1_50n,
      },
    ]));
  it('may lack a price', async () => {
    const unpriced = { current_price: null, lastday_price: null, market_value: null };
    expect(await positions({ ...wirePosition, ...unpriced })).toMatchObject([
      { currentPrice: null, previousClose: null, marketValue: null },
    ]);
  });
  it('are not accepted if one of them is unreadable', async () => {
    await expect(positions(wirePosition, { ...wirePosition, qty: 'x' })).rejects.toThrow(/body/);
  });
});

describe('the history of an account', () => {
  it('leaves out points without a value', async () => {
    server.answers(200, wireHistory);
    expect(await broker.views.portfolioHistory(accountId, '1M', 'c')).toEqual([
      { at: '2026-03-02T14:30:00.000Z', equity: 100_10n, profit: 0n },
      { at: '2026-03-03T14:30:00.000Z', equity: 99_05n, profit: -1_05n },
    ]);
  });
  it.each([
    ['1D', '1D', '5Min'],
    ['1W', '1W', '15Min'],
    ['1M', '1M', '1D'],
    ['3M', '3M', '1D'],
    ['1Y', '1A', '1D'],
    ['ALL', '10A', '1D'],
  ] as const)('of %s asks for %s in steps of %s', async (period, requests, timeframe) => {
    server.answers(200, wireHistory);
    await broker.views.portfolioHistory(accountId, period, 'c');
    const { query } = server.last;
    expect([query.get('period'), query.get('timeframe')]).toEqual([requests, timeframe]);
  });
  it('of a new account is empty', async () => {
    server.answers(200, { timeframe: '1D', base_value: null });
    expect(await broker.views.portfolioHistory(accountId, '1M', 'c')).toEqual([]);
  });
});

describe('the market', () => {
  it('lists assets, without those that are unreadable', async () => {
    server.answers(200, [wireAsset, { ...wireAsset, symbol: 7 }, { symbol: 'X' }]);
    expect(await broker.views.listAssets('c')).toEqual([
      {
        symbol: 'AAPL',
        name: 'Apple Inc. Common Stock',
        exchange: 'NASDAQ',
        tradable: true,
        fractionable: true,
      },
    ]);
  });
  it('has a clock in UTC', async () => {
    server.answers(200, wireClock);
    expect(await broker.views.clock('c')).toEqual({
      isOpen: true,
      opensAt: '2026-11-27T14:30:00.000Z',
      closesAt: '2026-11-25T21:00:00.000Z',
    });
  });
  it('has a calendar with half days and changes of the clocks', async () => {
    server.answers(200, wireCalendar);
    expect(await broker.views.calendar('c')).toEqual([
      {
        date: '2026-10-30',
        opensAt: '2026-10-30T13:30:00.000Z',
        closesAt: '2026-10-30T20:00:00.000Z',
      },
      {
        date: '2026-11-27',
        opensAt: '2026-11-27T14:30:00.000Z',
        closesAt: '2026-11-27T18:00:00.000Z',
      },
    ]);
  });
});
