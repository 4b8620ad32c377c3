import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AlpacaBroker } from '#broker/alpaca-broker.js';
import { HISTORY_PERIODS } from '#broker/broker-views.js';
import { cents } from '#kernel/money.js';
import { ProviderBusy } from '#kernel/provider-busy.js';
import { AssetList } from '../../../libs/accounts/src/market/asset-list.js';
import { AccountReader } from '../../../libs/accounts/src/account-view/account-reader.js';
import type { Rows } from '#read-models/rows.js';
import { FIRM, TestSandbox, eventually } from '../../support/sandbox.js';

const READS = 1_000;
const ASSETS = 12_000;
const PER_SECOND = 20;
const VIEWS_PER_SECOND = 200;
const SENDS = 15;
const VIEW = 'GET /v1/trading/accounts';

let sandbox: TestSandbox;
let broker: AlpacaBroker;
let accountId: string;

const connect = () => {
  const credentials = { keyId: 'key', secret: 'secret', firmAccountId: FIRM };
  return new AlpacaBroker({ url: `${sandbox.url}/broker`, ...credentials });
};

beforeAll(async () => {
  sandbox = await TestSandbox.start();
  broker = connect();
  accountId = await sandbox.fundedAccount('5000.00');
});
afterEach(async () => {
  await sandbox.control('DELETE', '/faults');
  await sandbox.control('POST', '/rate-limit', { perSecond: null });
});
afterAll(async () => {
  await broker.close();
  await sandbox.destroy();
});

const view = () => broker.views.getTradingAccount(accountId, 'c');
const place = async (symbol: string, amount: number) => {
  await broker.requireReady('order');
  const ticket = { accountId, symbol, side: 'buy', quantity: null, amount: cents(amount) } as const;
  return broker.createOrder({ orderId: randomUUID(), ...ticket }, 'c');
};

describe('a view', () => {
  it('shows cash and positions after a purchase', async () => {
    expect(await view()).toMatchObject({
      cash: 5_000_00n,
      transferable: 5_000_00n,
      buyingPower: 5_000_00n,
      positionsValue: 0n,
      equity: 5_000_00n,
      blocks: [],
    });
    await place('AAPL', 1_000_00);
    await eventually(async () => (await view()).positionsValue === 1_000_00n);
    expect(await view()).toMatchObject({ cash: 4_000_00n, equity: 5_000_00n });
    expect(await broker.views.listPositions(accountId, 'c')).toMatchObject([
      { symbol: 'AAPL', quantity: '5', costBasis: 1_000_00n, unrealizedProfit: 0n },
    ]);
  });

  it.each(HISTORY_PERIODS)('has a history of %s', async (period) => {
    const points = await broker.views.portfolioHistory(accountId, period, 'c');
    expect(points.at(-1)).toMatchObject({ equity: 5_000_00n });
  });

  it('has assets, a clock and a calendar', async () => {
    const { views } = broker;
    const assets = await views.listAssets('c');
    expect(assets.find(({ symbol }) => symbol === 'AAPL')).toMatchObject({ tradable: true });
    expect(await views.clock('c')).toMatchObject({ opensAt: expect.any(String) });
    const days = await views.calendar('c');
    expect(days.find(({ date }) => date === '2026-11-27')).toEqual({
      date: '2026-11-27',
      opensAt: '2026-11-27T14:30:00.000Z',
      closesAt: '2026-11-27T18:00:00.000Z',
    });
  });
});

describe(`${READS} concurrent reads of one account`, () => {
  it('lead to one call at the broker', async () => {
    const fault = { side: 'broker', match: VIEW, mode: 'delay:200', count: READS };
    await sandbox.control('POST', '/faults', fault);
    const rows = { find: () => Promise.resolve([]) } as unknown as Rows;
    const reader = new AccountReader(null as never, rows, broker);
    const caller = { partnerId: 'p-1', partnerUserId: 'u-2', requestId: 'c' };
    const own = { userId: 'u-1', brokerAccountId: accountId, number: '', status: 'ACTIVE' };
    const read = () => reader.ask(caller, own, { kind: 'account', ask: view });
    await Promise.all(Array.from({ length: READS }, read));
    expect((await sandbox.control('GET', '/faults')).body).toMatchObject([{ hits: 1 }]);
  });
});

describe(`${ASSETS} assets`, () => {
  it('are loaded in one call and searched in memory', async () => {
    await sandbox.control('POST', '/assets', { count: ASSETS });
    const assets = await broker.views.listAssets('c');
    expect(assets.length).toBe(ASSETS);
    const list = new AssetList(assets);
    const sinceMs = performance.now();
    for (const query of ['a', 'apple', 'inc', 'zz', 'no-such-name']) list.search(query);
    const each = (performance.now() - sinceMs) / 5;
    console.info(`a search of ${ASSETS} assets takes ${each.toFixed(1)} ms`);
    expect(list.search('AAPL')).toMatchObject([{ symbol: 'AAPL' }]);
  });
});

describe(`${VIEWS_PER_SECOND} views a second under a limit of ${PER_SECOND}`, () => {
  const sendOrder = async () => {
    await broker.requireReady('order');
    const ticket = { accountId, symbol: 'SLOW', side: 'buy', quantity: null } as const;
    return () => broker.createOrder({ orderId: randomUUID(), ...ticket, amount: cents(1_00) }, 'c');
  };
  const sendDeposit = async () => {
    await broker.requireReady('journal');
    const request = { journalKey: randomUUID(), accountId, direction: 'to_user' } as const;
    return () => broker.createJournal({ ...request, amount: cents(1_00) }, 'c');
  };

  /** Sends at half the limit. Returns the longest wait for a turn, in ms. */
  const longestWait = async (send: typeof sendOrder | typeof sendDeposit): Promise<string> => {
    const waits: number[] = [];
    for (let n = 0; n < SENDS; n++) {
      const sinceMs = performance.now();
      const whenReady = await send();
      waits.push(performance.now() - sinceMs);
      expect(await whenReady()).toMatchObject({ kind: 'accepted' });
      await sleep(2_000 / PER_SECOND);
    }
    return `${Math.max(...waits).toFixed(0)} ms`;
  };

  it.each([
    ['orders', sendOrder],
    ['deposits', sendDeposit],
  ] as const)('give way to %s', async (name, send) => {
    await sandbox.control('POST', '/rate-limit', { perSecond: PER_SECOND });
    await view();
    const alone = await longestWait(send);
    let refused = 0;
    const views: Promise<unknown>[] = [];
    const asking = setInterval(() => {
      for (let n = 0; n < VIEWS_PER_SECOND / 20; n++)
        views.push(
          view().catch((error: unknown) => {
            expect(error).toBeInstanceOf(ProviderBusy);
            refused += 1;
          }),
        );
    }, 50);
    await eventually(async () => refused > 0);
    const beside = await longestWait(send);
    clearInterval(asking);
    await Promise.all(views);
    console.info(
      `longest wait of ${SENDS} ${name}: ${alone} alone, ${beside} beside ${views.length} views, of which ${refused} got the last response`,
    );
  });
});
