import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ScriptedServer } from '../../../../test/support/scripted-server.js';
import { billionths, cents } from '../core/money.js';
import {
  accountId,
  application,
  buyByAmount,
  firmAccountId,
  idOf,
  journalKey,
  orderId,
  wireAccount,
  wireFirmAccount,
  wireJournal,
  wireOrder,
  wireTradeAccount,
} from './alpaca.examples.js';
import { AlpacaBroker } from './alpaca-broker.js';
import { OutcomeUnknown } from './broker.js';

let server: ScriptedServer;
let broker: AlpacaBroker;

const connect = (timeoutMs: number) => {
  const credentials = { keyId: 'key', secret: 'hush-hush', firmAccountId };
  return new AlpacaBroker({ url: `${server.url}/broker/`, ...credentials, timeoutMs });
};

beforeEach(async () => {
  server = await ScriptedServer.start();
  broker = connect(10_000);
});

afterEach(async () => {
  await broker.close();
  await server.stop();
});

const emailAddress = wireAccount.contact.email_address;
const openAccount = () => broker.openAccount(application, 'request-1');
const findAccount = () => broker.findAccount(application, 'request-1');
const credit = { journalKey, accountId, amount: cents(11_550) };
const createJournal = () => broker.createJournal(credit, 'request-1');
const findJournal = (since: string | null = null) =>
  broker.findJournal({ journalKey, accountId, since }, 'request-1');
const createOrder = () => broker.createOrder(buyByAmount, 'request-1');
const findOrder = () => broker.findOrder({ orderId, accountId }, 'request-1');
const getFirmBalance = () => broker.getFirmBalance('request-1');
const cancelOrder = () => broker.cancelOrder({ brokerOrderId: 'o-1', accountId }, 'request-1');
const sends = { openAccount, createJournal, createOrder };
const reads = { findAccount, findJournal: () => findJournal(), findOrder, getFirmBalance };
const calls = { ...sends, ...reads, cancelOrder };
const each = (table: Record<string, () => Promise<unknown>>) => Object.entries(table);

describe('every call', () => {
  it('carries credentials and the correlation id below the base path', async () => {
    server.answers(200, wireOrder);
    await findOrder();
    expect(server.last.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('key:hush-hush').toString('base64')}`,
      'x-request-id': 'request-1',
    });
    expect(server.last.path).toBe(
      `/broker/v1/trading/accounts/${accountId}/orders:by_client_order_id`,
    );
    expect(server.last.query.get('client_order_id')).toBe(orderId);
  });

  describe.each(each(calls))('%s', (_, call) => {
    it.each([
      ['401 in HTML', 401, '<html>Unauthorized</html>'],
      ['401', 401, { code: 40_110_000, message: 'request is not authorized' }],
      ['403 about our key', 403, { message: 'forbidden.' }],
      ['404 in HTML', 404, '<!doctype html><title>Not found</title>'],
      ['408', 408, ''],
      ['425', 425, ''],
      ['500', 500, { code: 50_010_000, message: 'internal server error' }],
      ['502 in HTML', 502, '<html>'],
      ['a redirect', 302, ''],
    ])('settles nothing on %s', async (_case, status, body) => {
      server.answers(status, body);
      await expect(call()).rejects.toThrow(OutcomeUnknown);
    });

    it('settles nothing when no answer comes in time', async () => {
      await broker.close();
      broker = connect(400);
      server.on(() => undefined);
      await expect(call()).rejects.toThrow(/none within 400 ms/);
    });

    it('settles nothing when the answer stops half-way', async () => {
      server.on((_seen, response) => {
        response.writeHead(200, { 'content-length': 500 }).write('{"id":');
        setTimeout(() => response.destroy(), 20);
      });
      await expect(call()).rejects.toThrow(OutcomeUnknown);
    });

    it('settles nothing when the connection is reset', async () => {
      server.on((_seen, response) => void response.socket?.resetAndDestroy());
      await expect(call()).rejects.toThrow(OutcomeUnknown);
    });
  });

  const { cancelOrder: _none, ...answered } = calls;
  describe.each(each(answered))('%s', (_, call) => {
    it.each([
      ['broken JSON', '{"id": "6d2'],
      ['another schema', { unexpected: true }],
      ['rows of another schema', [{ unexpected: true }]],
      ['nothing', ''],
      ['more than 5 MiB', JSON.stringify('x'.repeat(5 * 1024 * 1024))],
    ])('settles nothing on a success with %s', async (_case, body) => {
      server.answers(200, body);
      await expect(call()).rejects.toThrow(OutcomeUnknown);
    });
  });

  it('keeps secrets and personal data out of its errors', async () => {
    server.answers(500, wireAccount);
    const error: unknown = await findAccount().catch((thrown: unknown) => thrown);
    expect(String(error)).toBe('OutcomeUnknown: GET /v1/accounts answered 500');
    expect(JSON.stringify(error)).not.toMatch(/hush|Basic|zoe/i);
  });
});

describe('a refusal', () => {
  it.each(each(sends))('of %s gives the reason of the broker', async (_, send) => {
    server.answers(400, { code: 40_010_000, message: 'not like this' });
    expect(await send()).toEqual({ kind: 'refused', reason: 'not like this' });
    server.answers(404, { code: 40_410_000, message: 'account not found' });
    expect(await send()).toEqual({ kind: 'refused', reason: 'account not found' });
  });

  it.each(each(sends))('of %s in mere words may be that of an edge', async (_, send) => {
    for (const [status, body] of [
      [400, 'plain words'],
      [422, '"plain words"'],
      [400, { message: 'plain words' }],
      [422, { code: '42210000', message: 'plain words' }],
    ] as const) {
      server.answers(status, body);
      expect(await send()).toEqual({ kind: 'unclear', reason: 'plain words' });
    }
    for (const [status, body] of [
      [404, '"account not found"'],
      [404, { message: 'no route' }],
      [405, 'not allowed'],
      [410, { message: 'gone' }],
      [400, ''],
      [422, {}],
    ] as const) {
      server.answers(status, body);
      await expect(send()).rejects.toThrow(OutcomeUnknown);
    }
  });

  it('to show something says that it is missing only in the envelope', async () => {
    for (const body of ['not found', { message: 'no route' }, '']) {
      server.answers(404, body);
      await expect(findOrder()).rejects.toThrow(OutcomeUnknown);
      await expect(broker.listOrders(accountId)).rejects.toThrow(OutcomeUnknown);
    }
  });
});

describe('a broker that is too busy', () => {
  const busy = { code: 42_910_000, message: 'rate limit exceeded' };
  const answering = (...answers: readonly (readonly [number, object, string?])[]) => {
    let count = 0;
    server.on((_, response) => {
      const [status, body, retryAfter] = answers[Math.min(count++, answers.length - 1)]!;
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  };

  it.each(each(sends))(
    'did nothing with a send, and says when it may be sent: %s',
    async (_, send) => {
      answering([429, busy, '3'], [200, wireOrder]);
      expect(await send()).toEqual({ kind: 'throttled', retryAfterMs: 3_000 });
      expect(server.seen).toHaveLength(1);
    },
  );
  it('is left alone for a second when it names no pause', async () => {
    answering([429, busy]);
    expect(await createOrder()).toEqual({ kind: 'throttled', retryAfterMs: 1_000 });
  });
  it('is asked again', async () => {
    answering([429, busy], [200, wireOrder]);
    expect(await findOrder()).toMatchObject({ clientOrderId: orderId });
    expect(server.seen).toHaveLength(2);
  });
  it('may have executed a send when an edge says so', async () => {
    answering([429, { message: 'slow down' }], [200, wireOrder]);
    await expect(createOrder()).rejects.toThrow(OutcomeUnknown);
    expect(server.seen).toHaveLength(1);
  });
});

describe('opening an account', () => {
  it('is accepted with the account', async () => {
    server.answers(200, { ...wireAccount, account_number: null });
    expect(await openAccount()).toEqual({
      kind: 'accepted',
      value: { id: accountId, number: '', status: 'SUBMITTED', reason: null, emailAddress },
    });
    expect(JSON.parse(server.last.body)).toHaveProperty('contact.city', 'San Jose');
  });

  it('exists when the e-mail address is known', async () => {
    server.answers(409, { code: 40_910_000, message: 'email address already exists' });
    expect(await openAccount()).toMatchObject({ kind: 'exists' });
    server.answers(422, { code: 42_210_000, message: 'email_address is already in use' });
    expect(await openAccount()).toMatchObject({ kind: 'exists' });
  });

  it('is refused for a field that does not do', async () => {
    server.answers(422, { code: 42_210_000, message: 'street_address cannot be a P.O. Box' });
    expect(await openAccount()).toEqual({
      kind: 'refused',
      reason: 'street_address cannot be a P.O. Box',
    });
  });
});

describe('finding an account', () => {
  it('takes the one that this application opened', async () => {
    const [agreement] = wireAccount.agreements;
    const others = [
      { id: 'bare' },
      { ...wireAccount, id: 'later', agreements: [{ ...agreement, signed_at: '2026-03-01' }] },
      { ...wireAccount, id: 'twin', identity: { ...wireAccount.identity, given_name: 'Ana' } },
      { ...wireAccount, id: 'mail', contact: { email_address: 'xzoe.nunez+uk@example.com' } },
    ];
    server.answers(200, [...others, wireAccount]);
    expect(await findAccount()).toMatchObject({ id: accountId });
    expect(server.last.query.get('query')).toBe('zoe.nunez+uk@example.com');
    server.answers(200, others);
    expect(await findAccount()).toBeNull();
  });

  describe('beside one that cannot be read', () => {
    const agreements = [{ agreement: 'customer_agreement', signed_at: null }];
    const of = (email_address: unknown) => ({ id: 'odd', contact: { email_address }, agreements });
    it('is found, or not there, when that is of another e-mail address', async () => {
      server.answers(200, [of('zoe.nunez+uk@example.com.au'), wireAccount]);
      expect(await findAccount()).toMatchObject({ id: accountId });
      server.answers(200, [of('zoe.nunez+uk@example.com.au')]);
      expect(await findAccount()).toBeNull();
    });
    it.each([emailAddress, emailAddress.toUpperCase(), '', null, 7])(
      'is not known when that may be it: %j',
      async (address) => {
        server.answers(200, [of(address)]);
        await expect(findAccount()).rejects.toThrow(OutcomeUnknown);
      },
    );
  });
});

describe('reading an account', () => {
  it('gives the reason off the happy path, and unknown words as they come', async () => {
    const kyc_results = {
      reject: { IDENTITY_VERIFICATION: {} },
      indeterminate: { WATCHLIST_HIT: {}, PEP: {} },
      additional_information: 'send a passport',
    };
    server.answers(200, { ...wireAccount, status: 'ON_HOLD', kyc_results });
    expect(await broker.getAccount(accountId, 'request-1')).toEqual({
      id: accountId,
      number: '903400501',
      status: 'ON_HOLD',
      reason: 'rejected: IDENTITY_VERIFICATION; unclear: WATCHLIST_HIT, PEP; send a passport',
      findings: ['IDENTITY_VERIFICATION', 'WATCHLIST_HIT', 'PEP'],
      emailAddress,
    });
    server.answers(200, { ...wireAccount, status: 'ACTIVE', kyc_results });
    expect(await broker.getAccount(accountId, 'request-1')).toMatchObject({ reason: null });
  });

  it('asks what holds it while it is active, and only then', async () => {
    server.answers(200, wireAccount);
    expect(await broker.getAccount(accountId, 'request-1')).not.toHaveProperty('blocks');
    server.answers(200, { ...wireAccount, ...wireTradeAccount, trading_blocked: true });
    expect(await broker.getAccount(accountId, 'request-1')).toMatchObject({
      ...{ status: 'ACTIVE', blocks: ['trading_blocked'] },
    });
    expect(server.last.path).toBe(`/broker/v1/trading/accounts/${accountId}/account`);
    server.answers(200, { ...wireAccount, status: 'ACTIVE', account_blocked: 'yes' });
    await expect(broker.getAccount(accountId, 'request-1')).rejects.toThrow(OutcomeUnknown);
  });

  it('takes an unknown id, answered like a bad key, for no answer', async () => {
    server.answers(401, { code: 40_110_000, message: 'request is not authorized' });
    await expect(broker.getAccount('nobody', 'request-1')).rejects.toThrow(OutcomeUnknown);
  });
});

describe('journals', () => {
  it('are created under the key, from the firm account', async () => {
    server.answers(200, wireJournal);
    expect(await createJournal()).toEqual({
      kind: 'accepted',
      value: {
        id: wireJournal.id,
        status: 'queued',
        amount: 11_550n,
        creditedAccountId: accountId,
      },
    });
    expect(server.last.headers['idempotency-key']).toBe(journalKey);
    expect(JSON.parse(server.last.body)).toEqual({
      entry_type: 'JNLC',
      from_account: firmAccountId,
      to_account: accountId,
      amount: '115.50',
      description: journalKey,
    });
  });

  it('wait for a short firm account', async () => {
    server.answers(403, { code: 40_310_000, message: 'insufficient balance' });
    expect(await createJournal()).toEqual({ kind: 'short', reason: 'insufficient balance' });
  });

  it('exist when the key is known with another body', async () => {
    server.answers(422, { code: 42_210_000, message: 'idempotency key reused' });
    expect(await createJournal()).toMatchObject({ kind: 'exists' });
  });

  it('are found by the key, among cash from the firm account to this account', async () => {
    server.answers(200, [
      { ...wireJournal, id: idOf('shares'), entry_type: 'JNLS' },
      { ...wireJournal, id: idOf('elsewhere'), to_account: firmAccountId },
      { ...wireJournal, id: idOf('unrelated'), description: 'by hand' },
      { ...wireJournal, status: 'executed' },
    ]);
    expect(await findJournal()).toEqual({
      id: wireJournal.id,
      status: 'executed',
      amount: 11_550n,
    });
    expect(Object.fromEntries(server.last.query)).toEqual({
      to_account: accountId,
      from_account: firmAccountId,
      entry_type: 'JNLC',
    });
    expect(await broker.listJournals(accountId)).toMatchObject([
      { id: idOf('unrelated'), journalKey: null },
      { id: wireJournal.id, journalKey },
    ]);
    server.answers(200, []);
    expect(await findJournal()).toBeNull();
  });

  describe('of an account with many', () => {
    const PER_DAY = 700;
    const DAYS = 60;
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const oursIsFrom = { daysAgo: 0 };

    /** Takes the bounds as strictly as their words allow: the days themselves are left out. */
    beforeEach(() =>
      server.on(({ query }, response) => {
        const after = query.get('after') ?? '';
        const before = query.get('before') ?? '9999';
        const days = Array.from({ length: DAYS }, (_, i) => ({
          at: daysAgo(i),
          first: i * PER_DAY,
        }));
        const within = days.filter(({ at }) => at.slice(0, 10) > after && at.slice(0, 10) < before);
        const listed = within.flatMap(({ at, first }) =>
          Array.from({ length: PER_DAY }, (_, i) => {
            const isOurs = first + i === oursIsFrom.daysAgo * PER_DAY;
            const description = isOurs ? journalKey : `another-${first + i}-${'x'.repeat(60)}`;
            return { ...wireJournal, id: idOf(`j-${first + i}`), description, created_at: at };
          }),
        );
        response.writeHead(200).end(JSON.stringify(listed));
      }),
    );

    it('is looked for among those since its request, in one question', async () => {
      oursIsFrom.daysAgo = 0;
      expect(await findJournal(daysAgo(0))).toMatchObject({ id: idOf('j-0') });
      expect(server.seen).toHaveLength(1);
    });
    it('is looked for week by week when it waited for long', async () => {
      oursIsFrom.daysAgo = 3;
      expect(await findJournal(daysAgo(40))).toMatchObject({ id: idOf(`j-${3 * PER_DAY}`) });
      expect(server.seen.length).toBeGreaterThan(4);
      expect(server.seen.length).toBeLessThan(8);
    });
    it.each([0, 1, 6, 7, 8, 13, 14, 29])(
      'is found %i days after a request of 29 days ago',
      async (days) => {
        oursIsFrom.daysAgo = days;
        expect(await findJournal(daysAgo(29))).not.toBeNull();
      },
    );
    it('is not there: no window has it', async () => {
      oursIsFrom.daysAgo = DAYS;
      expect(await findJournal(daysAgo(20))).toBeNull();
    });
    it('is found among all of them when nobody knows since when', async () => {
      oursIsFrom.daysAgo = DAYS - 1;
      expect(await findJournal()).not.toBeNull();
    });
  });

  it('of others may be of any amount and name, and one that cannot be read hides no other', async () => {
    const others = [
      { ...wireJournal, id: idOf('parts'), net_amount: '1.2345', description: 'Top-up: March' },
      { ...wireJournal, id: idOf('nameless'), description: null },
      { ...wireJournal, id: idOf('long'), description: 'x'.repeat(1_000) },
      { ...wireJournal, id: idOf('numbered'), description: 7 },
      { ...wireJournal, id: idOf('itself'), description: idOf('itself') },
    ];
    server.answers(200, [...others, 'no journal', { id: idOf('half') }, wireJournal]);
    expect(await findJournal()).toMatchObject({ id: wireJournal.id });
    const keys = [...others.map(({ id }) => [id, null]), [wireJournal.id, journalKey]];
    const listed = await broker.listJournals(accountId);
    expect(listed.map((each) => [each.id, each.journalKey])).toEqual(keys);
    server.answers(200, [...others, { id: idOf('half') }]);
    await expect(findJournal()).rejects.toThrow(OutcomeUnknown);
    server.answers(200, others);
    expect(await findJournal()).toBeNull();
  });

  it('undone since a day are asked for word by word, and only such are believed', async () => {
    server.on(({ query }, response) => {
      const status = query.get('status');
      const rows = [
        { ...wireJournal, id: idOf(`j-${status}`), status, to_account: 'anybody' },
        { ...wireJournal, id: idOf('executed'), status: 'executed' },
        { ...wireJournal, id: idOf('foreign'), status, from_account: 'another firm' },
      ];
      response.writeHead(200).end(JSON.stringify(status === 'canceled' ? rows : []));
    });
    const since = new Date('2026-03-01T15:00:00.000Z');
    expect(await broker.listReversals(since, 'request-1')).toMatchObject([
      { id: idOf('j-canceled'), status: 'canceled', journalKey },
    ]);
    const asked = server.seen.map(({ query }) => Object.fromEntries(query));
    const from = asked.filter(({ from_account }) => from_account === firmAccountId);
    expect(from.map(({ status }) => status).sort()).toEqual([
      ...['canceled', 'correct', 'deleted', 'refused', 'rejected'],
    ]);
    const to = asked.filter(({ to_account }) => to_account === firmAccountId);
    expect(to).toHaveLength(1);
    for (const query of [...from, ...to]) expect(query).toMatchObject({ after: '2026-03-01' });
  });

  it('that were not executed are found among ten thousand of a bad day', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => ({
      ...wireJournal,
      ...{ id: idOf(`j-${n}`), status: 'rejected', description: 'x'.repeat(400) },
    }));
    server.on(({ query }, response) => {
      const isRejected = query.get('status') === 'rejected';
      response.writeHead(200).end(JSON.stringify(isRejected ? rows : []));
    });
    expect(await broker.listReversals(new Date(), 'request-1')).toHaveLength(10_000);
  });

  it('that go back to the firm account are told with the account that they come from', async () => {
    const back = {
      ...wireJournal,
      id: idOf('back'),
      from_account: accountId,
      to_account: firmAccountId,
    };
    server.answers(200, [
      back,
      wireJournal,
      { ...back, id: idOf('other'), from_account: 'another' },
    ]);
    expect(await broker.listJournals(accountId)).toMatchObject([
      { id: idOf('back'), accountId, direction: 'to_firm' },
      { id: wireJournal.id, accountId, direction: 'to_user' },
    ]);
    server.answers(200, back);
    expect(await broker.findJournalById(back.id, 'request-1')).toMatchObject({
      ...{ accountId, direction: 'to_firm', journalKey },
    });
    server.answers(200, { ...back, to_account: 'another firm' });
    expect(await broker.findJournalById(back.id, 'request-1')).toBeNull();
    server.answers(404, { code: 40410000, message: 'journal not found' });
    expect(await broker.findJournalById(back.id, 'request-1')).toBeNull();
  });

  it('are read by id', async () => {
    server.answers(200, { ...wireJournal, net_amount: 1000, status: 'new_word' });
    expect(await broker.getJournal(wireJournal.id, 'request-1')).toEqual({
      id: wireJournal.id,
      status: 'new_word',
      amount: 100_000n,
      creditedAccountId: accountId,
    });
    server.answers(200, { ...wireJournal, net_amount: '0.001' });
    expect(await broker.getJournal(wireJournal.id, 'request-1')).toMatchObject({ amount: null });
    server.answers(200, { ...wireJournal, net_amount: '115.5000' });
    expect(await broker.getJournal(wireJournal.id, 'request-1')).toMatchObject({ amount: 11_550n });
  });
});

describe('the firm account', () => {
  it('tells what journals may still take, in whole cents', async () => {
    server.answers(200, { ...wireFirmAccount, cash_transferable: '24861.9199' });
    expect(await getFirmBalance()).toEqual({ cash: 2_500_000n, transferable: 2_486_191n });
    expect(server.last.path).toBe(`/broker/v1/trading/accounts/${firmAccountId}/account`);
  });
});

describe('orders', () => {
  it('are accepted', async () => {
    server.answers(200, { ...wireOrder, filled_avg_price: '0' });
    expect(await createOrder()).toEqual({
      kind: 'accepted',
      value: {
        id: wireOrder.id,
        clientOrderId: orderId,
        status: 'accepted',
        symbol: 'AAPL',
        side: 'buy',
        filledQuantity: 0n,
        filledAveragePrice: null,
        reason: null,
      },
    });
  });

  it('exist when our id is known', async () => {
    server.answers(422, { code: 40_010_001, message: 'client_order_id must be unique' });
    expect(await createOrder()).toMatchObject({ kind: 'exists' });
  });

  it.each([
    [403, { buying_power: '607.24', code: 40_310_000, message: 'insufficient buying power' }],
    [422, { code: 42_210_000, message: 'asset "HALT" is not tradable' }],
  ])('are refused with %i', async (status, body) => {
    server.answers(status, body);
    expect(await createOrder()).toEqual({ kind: 'refused', reason: body.message });
  });

  it('are found with what is filled, or not at all', async () => {
    const filled = { filled_qty: '0.123456789', filled_avg_price: 200.05, reject_reason: 'late' };
    server.answers(200, { ...wireOrder, ...filled });
    expect(await findOrder()).toMatchObject({
      filledQuantity: billionths(123_456_789),
      filledAveragePrice: '200.05',
      reason: 'late',
    });
    server.answers(404, { code: 40_410_000, message: 'order not found' });
    expect(await findOrder()).toBeNull();
  });

  it.each([
    ['1e-7', 100],
    [0.000_000_1, 100],
    ['2E0', 2_000_000_000],
    ['000.5000000000', 500_000_000],
  ])('are found with %j filled, however it is written', async (filled_qty, expected) => {
    server.answers(200, { ...wireOrder, filled_qty, filled_avg_price: '200' });
    expect(await findOrder()).toMatchObject({ filledQuantity: billionths(expected) });
  });

  it('are not believed with more of a share than is kept', async () => {
    server.answers(200, { ...wireOrder, filled_qty: '0.1234567891', filled_avg_price: '200' });
    await expect(findOrder()).rejects.toThrow(OutcomeUnknown);
  });

  describe('of an account', () => {
    const orderAt = (n: number, submitted_at: string) => ({
      ...wireOrder,
      id: idOf(`b-${n}`),
      submitted_at,
    });
    /** Takes the bound as strictly as its words: the moment itself is left out. */
    const listing = (all: readonly { readonly submitted_at: string }[]) =>
      server.on(({ query }, response) => {
        const after = Date.parse(query.get('after') ?? '1969-12-31');
        const page = all.filter(({ submitted_at }) => Date.parse(submitted_at) > after);
        response.writeHead(200).end(JSON.stringify(page.slice(0, Number(query.get('limit')))));
      });

    it('are listed page by page, those of one moment on both sides of an end of page too', async () => {
      const moments = Array.from({ length: 1_200 }, (_, i) => Math.max(0, i - 100) >> 2);
      const all = moments.map((ms, i) => orderAt(i, new Date(ms).toISOString()));
      listing(all);
      const listed = await broker.listOrders(accountId);
      expect(listed.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
      expect(server.seen).toHaveLength(3);
      expect(Object.fromEntries(server.seen[0]!.query)).toEqual({
        ...{ status: 'all', direction: 'asc', limit: '500' },
      });
    });

    it('tell when each changed last', async () => {
      const updated_at = '2026-03-02T14:38:05.123456789Z';
      server.answers(200, [wireOrder, { ...wireOrder, id: idOf('b-2'), updated_at }]);
      expect(await broker.listOrders(accountId)).toMatchObject([
        { clientOrderId: orderId, accountId, updatedAt: '2026-03-02T14:38:01.937Z' },
        { id: idOf('b-2'), updatedAt: '2026-03-02T14:38:05.123Z' },
      ]);
    });

    it('are none where the broker does not know the account', async () => {
      server.answers(404, { code: 40_410_000, message: 'account not found' });
      expect(await broker.listOrders(accountId)).toEqual([]);
    });

    it('cannot be listed when one moment has more than a page', async () => {
      listing(Array.from({ length: 501 }, (_, i) => orderAt(i, '2026-03-02T14:38:01.937Z')));
      await expect(broker.listOrders(accountId)).rejects.toThrow('more orders of one moment');
    });
  });

  it.each([
    [204, true],
    [422, false],
    [404, false],
  ])('answer a cancellation with %i', async (status, cancelled) => {
    server.answers(status);
    expect(await cancelOrder()).toBe(cancelled);
    expect(server.last).toMatchObject({
      method: 'DELETE',
      path: `/broker/v1/trading/accounts/${accountId}/orders/o-1`,
    });
  });

  it('leave a cancellation open on any other refusal', async () => {
    server.answers(403, { code: 40_310_000, message: 'account is restricted' });
    await expect(cancelOrder()).rejects.toThrow('account is restricted');
  });
});
