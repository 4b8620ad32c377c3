import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ScriptedServer } from '../../../test/support/scripted-server.js';
import { AlpacaBroker } from './alpaca-broker.js';
import { accountId, firmAccountId, idOf, journalKey, orderId } from './alpaca.examples.js';
import type { BrokerChanges } from './broker-changes.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

const span = { from: '2026-03-02T03:00:00.000Z', until: '2026-03-02T04:00:00.000Z' };

let server: ScriptedServer;
let broker: AlpacaBroker;
let changes: BrokerChanges;

beforeEach(async () => {
  server = await ScriptedServer.start();
  breaker(30_000);
});

/** Sets how long the broker may be silent. A slow test machine must not count as silence. */
const breaker = (silenceMs: number): void => {
  const credentials = { keyId: 'key', secret: 'hush', firmAccountId };
  broker = new AlpacaBroker({ url: server.url, ...credentials, silenceMs });
  changes = broker.changes();
};

afterEach(async () => {
  await broker.close();
  await server.stop();
});

const requests = () => server.seen.map(({ path, query }) => [path, Object.fromEntries(query)]);
const change = (...messages: readonly (object | string)[]): void =>
  server.on((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const each of messages)
      response.write(typeof each === 'string' ? each : `data: ${JSON.stringify(each)}\n\n`);
    response.end();
  });

const wireOrder = {
  id: idOf('b-1'),
  client_order_id: orderId,
  status: 'accepted',
  filled_qty: '0',
  filled_avg_price: null,
  submitted_at: '2026-03-02T03:10:00.000000001Z',
  updated_at: '2026-03-02T03:10:00.000000001Z',
};
const filled = {
  ...{ status: 'filled', filled_qty: '2', filled_avg_price: '10.5' },
  updated_at: '2026-03-02T03:11:00Z',
};
const wireJournal = {
  ...{ id: idOf('j-1'), entry_type: 'JNLC', from_account: firmAccountId, to_account: accountId },
  ...{ status: 'executed', net_amount: '5', description: journalKey },
  created_at: '2026-03-02T03:00:00.000000001-05:00',
};

describe('changes that streams report for a span', () => {
  it('of orders: one call, the last state of each, bounded by ids of the times', async () => {
    change(
      ':heartbeat\n\n',
      { account_id: accountId, event: 'fill', order: { ...wireOrder, ...filled } },
      { account_id: accountId, event: 'new', order: wireOrder },
    );
    const { things, unreadable } = await changes.reportedOrders(span);
    expect(things).toEqual([
      expect.objectContaining({
        id: idOf('b-1'),
        clientOrderId: orderId,
        accountId,
        status: 'filled',
      }),
    ]);
    expect({ unreadable, calls: changes.calls }).toEqual({ unreadable: 0, calls: 1 });
    expect(requests()).toEqual([
      [
        '/v2/events/trades',
        { since_id: '01KJP7T0W00000000000000000', until_id: '01KJPB7WG00000000000000000' },
      ],
    ]);
  });

  it('of journals, by the key or the description', async () => {
    change(
      { journal_id: idOf('j-1'), idempotency_key: journalKey },
      { journal_id: idOf('j-2'), description: journalKey.toUpperCase() },
      { journal_id: idOf('j-3'), description: 'Top-up: March' },
      { journal_id: idOf('j-4'), description: `Undo journal ${idOf('j-2')}` },
      { journal_id: idOf('j-5'), description: `Journal ${idOf('j-5')}` },
    );
    expect((await changes.reportedJournals(span)).things).toEqual([
      { id: idOf('j-1'), journalKey, wasExecuted: false },
      { id: idOf('j-2'), journalKey, wasExecuted: false },
      { id: idOf('j-3'), journalKey: null, wasExecuted: false },
      { id: idOf('j-4'), journalKey: idOf('j-2'), wasExecuted: false },
      { id: idOf('j-5'), journalKey: null, wasExecuted: false },
    ]);
    expect(requests()).toEqual([
      ['/v2/events/journals/status', { since: span.from, until: span.until }],
    ]);
  });

  it.each([
    ['was executed and reversed', ['queued', 'executed', 'canceled'], true],
    ['moved no money', ['queued', 'pending', 'rejected'], false],
  ])('of a journal that %s', async (_, words, wasExecuted) => {
    const steps = words.slice(1).map((to, place) => ({ from: words[place], to }));
    change(
      ...steps.map(({ from, to }) => ({
        journal_id: idOf('j-1'),
        status_from: from,
        status_to: to,
      })),
    );
    expect((await changes.reportedJournals(span)).things).toMatchObject([
      { id: idOf('j-1'), wasExecuted },
    ]);
  });

  it('of accounts keep the last status after an event about something else', async () => {
    change(
      { account_id: 'a-1', status_to: 'SUBMITTED' },
      { account_id: 'a-1', status_to: 'ACTIVE' },
      { account_id: 'a-1', trading_blocked: true },
    );
    expect((await changes.reportedAccounts(span)).things).toEqual([
      { id: 'a-1', status: 'ACTIVE', at: null, mentionsBlocks: true },
    ]);
  });

  it('of accounts keep the last status after a repeated event', async () => {
    const active = { account_id: 'a-1', status_to: 'ACTIVE', at: '2026-03-02T03:10:00.5Z' };
    const closed = { ...active, status_to: 'ACCOUNT_CLOSED', at: '2026-03-01T22:20:00-05:00' };
    change(active, closed, active);
    const last = { id: 'a-1', status: 'ACCOUNT_CLOSED', at: '2026-03-02T03:20:00.000Z' };
    expect((await changes.reportedAccounts(span)).things).toEqual([last]);
    change(closed, { ...active, account_blocked: true });
    expect((await changes.reportedAccounts(span)).things).toEqual([
      { ...last, mentionsBlocks: true },
    ]);
  });

  it('count unreadable messages and continue', async () => {
    change('data: {half\n\n', { event: 'fill' }, { journal_id: idOf('j-1') });
    expect(await changes.reportedJournals(span)).toMatchObject({
      things: [{ id: idOf('j-1') }],
      unreadable: 2,
    });
  });

  it.each(['0.1234567891', '', 'NaN', '1,000', '1e101'])(
    'count an order with the unreadable filled quantity %j, and continue',
    async (filled_qty) => {
      const unreadableOrder = { ...wireOrder, ...filled, id: idOf('b-2'), filled_qty };
      change(
        { account_id: accountId, event: 'fill', order: unreadableOrder },
        { account_id: accountId, event: 'new', order: wireOrder },
      );
      const reported = await changes.reportedOrders(span);
      expect(reported).toMatchObject({ things: [{ id: idOf('b-1') }], unreadable: 1 });
    },
  );

  it.each<[string, (response: ServerResponse) => void]>([
    ['refuses', (response) => void response.writeHead(429).end()],
    [
      'breaks off',
      (response) => void response.writeHead(200).write('data: {}\n\n', () => response.destroy()),
    ],
    ['drops some', (response) => void response.writeHead(200).end(': dropped 10 messages\n\n')],
    ['fails inside', (response) => void response.writeHead(200).end(': internal server error\n\n')],
  ])('are unknown when the broker %s', async (_, script) => {
    server.on((__, response) => script(response));
    await expect(changes.reportedOrders(span)).rejects.toThrow(OutcomeUnknown);
  });

  it('are unknown when the broker stays silent', async () => {
    await broker.close();
    breaker(300);
    server.on((_, response) => void response.writeHead(200).write(':heartbeat\n\n'));
    await expect(changes.reportedOrders(span)).rejects.toThrow(OutcomeUnknown);
  });
});

describe('journals of days', () => {
  const response = (rows: readonly object[]) =>
    server.on(({ query }, response) => {
      const isBack = query.get('to_account') === firmAccountId;
      const listed = rows.filter((row) => 'back' in row === isBack);
      response.writeHead(200).end(JSON.stringify(listed));
    });

  it('are read in both directions, with the days that the span may include', async () => {
    const back = {
      ...wireJournal,
      id: idOf('j-2'),
      from_account: accountId,
      to_account: firmAccountId,
    };
    response([wireJournal, { ...back, back: true }, { id: idOf('half') }, { id: 7 }]);
    const { journals, isWhole, unreadable, unread } = await changes.journalsOfDays(span);
    expect(journals).toEqual([
      expect.objectContaining({
        ...{ id: idOf('j-1'), accountId, direction: 'to_user', journalKey },
        createdAt: '2026-03-02T08:00:00.000Z',
      }),
      expect.objectContaining({ id: idOf('j-2'), accountId, direction: 'to_firm' }),
    ]);
    expect({ isWhole, unreadable, unread, calls: changes.calls }).toEqual({
      ...{ isWhole: true, unreadable: 2, unread: [idOf('half')], calls: 2 },
    });
    const days = { after: '2026-02-28', before: '2026-03-03', limit: '100000' };
    expect(requests().map(([, query]) => query)).toEqual([
      { entry_type: 'JNLC', from_account: firmAccountId, ...days },
      { entry_type: 'JNLC', to_account: firmAccountId, ...days },
    ]);
  });

  it('are incomplete when the broker has more than it lists', async () => {
    server.answers(422, { code: 42_210_000, message: 'too many' });
    expect(await changes.journalsOfDays(span)).toEqual({
      ...{ journals: [], isWhole: false, unreadable: 0, unread: [] },
    });
  });
});

describe('accounts that were opened', () => {
  it('are listed page by page, each from the last time of the previous page', async () => {
    const account = (n: number) => ({
      ...{ id: `a-${n}`, status: 'ACTIVE' },
      created_at: new Date(Date.parse(span.from) + n).toISOString(),
    });
    const all = Array.from({ length: 1_500 }, (_, n) => account(n));
    server.on(({ query }, response) => {
      const page = all.filter(({ created_at }) => created_at >= query.get('created_after')!);
      response.writeHead(200).end(JSON.stringify(page.slice(0, 1_000)));
    });
    const { things } = await changes.openedAccounts(span);
    expect(things).toHaveLength(1_500);
    expect(changes.calls).toBe(2);
    expect(requests()[0]?.[1]).toEqual({
      ...{ created_after: span.from, created_before: span.until, sort: 'asc' },
      entities: 'trading_configurations',
    });
  });
});

describe('single records', () => {
  it('a journal, an order and an account in their current state', async () => {
    server.answers(200, wireJournal);
    expect(await changes.journal(idOf('j-1'))).toMatchObject({
      id: idOf('j-1'),
      accountId,
      journalKey,
    });
    server.answers(200, wireOrder);
    expect(await changes.order(orderId, accountId)).toMatchObject({ id: idOf('b-1'), accountId });
    server.answers(200, { id: accountId, status: 'ACTIVE' });
    expect(await changes.account(accountId)).toMatchObject({ id: accountId, status: 'ACTIVE' });
    expect(changes.calls).toBe(4);
  });

  it('an account with its blocks and its margin, if it is active', async () => {
    server.on(({ path }, response) => {
      const trading = path.startsWith('/v1/trading/');
      const held = { trading_blocked: true, multiplier: '2', shorting_enabled: true };
      const reported = trading ? held : { status: 'ACTIVE' };
      response.writeHead(200).end(JSON.stringify({ id: accountId, ...reported }));
    });
    const margin = { multiplier: 2, allowsShortSales: true };
    expect(await changes.account(accountId)).toMatchObject({ blocks: ['trading_blocked'], margin });
    server.on(({ path }, response) => {
      const reported = { id: accountId, status: path.startsWith('/v1/trading/') ? 7 : 'ACTIVE' };
      response.writeHead(path.startsWith('/v1/trading/') ? 404 : 200).end(JSON.stringify(reported));
    });
    await expect(changes.account(accountId)).rejects.toThrow(OutcomeUnknown);
  });

  it('that the broker lacks are null', async () => {
    server.answers(404, { code: 40_410_000, message: 'not found' });
    expect(await changes.journal(idOf('j-1'))).toBeNull();
    expect(await changes.order(orderId, accountId)).toBeNull();
  });

  it('a 401 means a missing account only if our credentials were accepted before', async () => {
    const refused = { code: 40_110_000, message: 'request is not authorized' };
    server.answers(401, refused);
    await expect(changes.account('nobody')).rejects.toThrow(OutcomeUnknown);
    server.answers(200, wireJournal);
    await changes.journal(idOf('j-1'));
    server.answers(401, refused);
    expect(await changes.account('nobody')).toBeNull();
  });
});
