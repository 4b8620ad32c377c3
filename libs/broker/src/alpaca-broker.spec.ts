import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ScriptedServer } from '../../../test/support/scripted-server.js';
import { billionths, cents } from '#kernel/money.js';
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
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

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
const search = { journalKey, accountId, direction: 'to_user' } as const;
const credit = { ...search, amount: cents(11_550) };
const debit = { ...credit, direction: 'to_firm' } as const;
const createJournal = () => broker.createJournal(credit, 'request-1');
const findJournal = (since: string | null = null) =>
  broker.findJournal({ ...search, since }, 'request-1');
const createOrder = () => broker.createOrder(buyByAmount, 'request-1');
const findOrder = () => broker.findOrder({ orderId, accountId }, 'request-1');
const getFirmBalance = () => broker.getFirmBalance('request-1');
const getTransferableCash = () => broker.getTransferableCash(accountId, 'request-1');
const cancelOrder = () => broker.cancelOrder({ brokerOrderId: 'o-1', accountId }, 'request-1');
const sends = { openAccount, createJournal, createOrder };
const reads = {
  ...{ findAccount, findJournal: () => findJournal(), findOrder },
  ...{ getFirmBalance, getTransferableCash },
};
const calls = { ...sends, ...reads, cancelOrder };
const each = (table: Record<string, () => Promise<unknown>>) => Object.entries(table);

describe('every call', () => {
  it('sends credentials and the correlation id, below the base path', async () => {
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
    ])('has an unknown outcome on %s', async (_case, status, body) => {
      server.answers(status, body);
      await expect(call()).rejects.toThrow(OutcomeUnknown);
    });

    it('has an unknown outcome after a timeout', async () => {
      await broker.close();
      broker = connect(400);
      server.on(() => undefined);
      await expect(call()).rejects.toThrow(/none within 400 ms/);
    });

    it('has an unknown outcome when the response stops half-way', async () => {
      server.on((_seen, response) => {
        response.writeHead(200, { 'content-length': 500 }).write('{"id":');
        setTimeout(() => response.destroy(), 20);
      });
      await expect(call()).rejects.toThrow(OutcomeUnknown);
    });

    it('has an unknown outcome when the connection is reset', async () => {
      server.on((_seen, response) => void response.socket?.resetAndDestroy());
      await expect(call()).rejects.toThrow(OutcomeUnknown);
    });
  });

  const { cancelOrder: _none, ...responding } = calls;
  describe.each(each(responding))('%s', (_, call) => {
    it.each([
      ['broken JSON', '{"id": "6d2'],
      ['another schema', { unexpected: true }],
      ['rows of another schema', [{ unexpected: true }]],
      ['nothing', ''],
      ['more than 5 MiB', JSON.stringify('x'.repeat(5 * 1024 * 1024))],
    ])('has an unknown outcome on a success with %s', async (_case, body) => {
      server.answers(200, body);
      await expect(call()).rejects.toThrow(OutcomeUnknown);
    });
  });

  it('omits secrets and personal data from its errors', async () => {
    server.answers(500, wireAccount);
    const error: unknown = await findAccount().catch((thrown: unknown) => thrown);
    expect(String(error)).toBe('OutcomeUnknown: GET /v1/accounts returned 500');
    expect(JSON.stringify(error)).not.toMatch(/hush|Basic|zoe/i);
  });
});

describe('a rejection', () => {
  it.each(each(sends))("of %s contains the broker's reason", async (_, send) => {
    server.answers(400, { code: 40_010_000, message: 'not like this' });
    expect(await send()).toEqual({ kind: 'refused', reason: 'not like this' });
    server.answers(404, { code: 40_410_000, message: 'account not found' });
    expect(await send()).toEqual({ kind: 'refused', reason: 'account not found' });
  });

  it.each(each(sends))('of %s without the envelope may come from a proxy', async (_, send) => {
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

  it('of a read means missing only with the envelope', async () => {
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
    'has not executed a send, and returns when to retry: %s',
    async (_, send) => {
      answering([429, busy, '3'], [200, wireOrder]);
      expect(await send()).toEqual({ kind: 'throttled', retryAfterMs: 3_000 });
      expect(server.seen).toHaveLength(1);
    },
  );
  it('is called again after a second without a stated pause', async () => {
    answering([429, busy]);
    expect(await createOrder()).toEqual({ kind: 'throttled', retryAfterMs: 1_000 });
  });
  it('is read again', async () => {
    answering([429, busy], [200, wireOrder]);
    expect(await findOrder()).toMatchObject({ clientOrderId: orderId });
    expect(server.seen).toHaveLength(2);
  });
  it('may have executed a send if the 429 comes from a proxy', async () => {
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

  it('is rejected for an invalid field', async () => {
    server.answers(422, { code: 42_210_000, message: 'street_address cannot be a P.O. Box' });
    expect(await openAccount()).toEqual({
      kind: 'refused',
      reason: 'street_address cannot be a P.O. Box',
    });
  });
});

describe('finding an account', () => {
  it('returns the account that this application opened', async () => {
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

  it('uses the ASCII form of an international domain', async () => {
    const ours = { ...application, emailAddress: 'zoe@münchen.example' };
    const contact = { ...wireAccount.contact, email_address: 'Zoe@xn--mnchen-3ya.example' };
    server.answers(200, [{ ...wireAccount, contact }]);
    expect(await broker.findAccount(ours, 'request-1')).toMatchObject({ id: accountId });
    expect(server.last.query.get('query')).toBe('zoe@xn--mnchen-3ya.example');
  });
  it('ignores another person with the same ASCII name', async () => {
    const { identity } = wireAccount;
    server.answers(200, [{ ...wireAccount, identity: { ...identity, local_given_name: 'Zöe' } }]);
    expect(await findAccount()).toBeNull();
    server.answers(200, [{ ...wireAccount, identity: { ...identity, local_given_name: 'Zoë' } }]);
    expect(await findAccount()).toMatchObject({ id: accountId });
  });

  describe('with an unreadable account in the list', () => {
    const agreements = [{ agreement: 'customer_agreement', signed_at: null }];
    const of = (email_address: unknown) => ({ id: 'odd', contact: { email_address }, agreements });
    it('ignores that account if it has another e-mail address', async () => {
      server.answers(200, [of('zoe.nunez+uk@example.com.au'), wireAccount]);
      expect(await findAccount()).toMatchObject({ id: accountId });
      server.answers(200, [of('zoe.nunez+uk@example.com.au')]);
      expect(await findAccount()).toBeNull();
    });
    it.each([emailAddress, emailAddress.toUpperCase(), '', null, 7])(
      'is unknown if that account may be the right one: %j',
      async (address) => {
        server.answers(200, [of(address)]);
        await expect(findAccount()).rejects.toThrow(OutcomeUnknown);
      },
    );
  });
});

describe('reading an account', () => {
  it('returns the reason of an unhappy status, and passes unknown statuses through', async () => {
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

  it('reads the blocks only while it is active', async () => {
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

  it('treats a 401 for an unknown id as an unknown outcome', async () => {
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
        debitedAccountId: firmAccountId,
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

  it('wait while the firm account has too little cash', async () => {
    server.answers(403, { code: 40_310_000, message: 'insufficient balance' });
    expect(await createJournal()).toEqual({ kind: 'short', reason: 'insufficient balance' });
  });

  describe('from an account to the firm account', () => {
    const wireDebit = { ...wireJournal, from_account: accountId, to_account: firmAccountId };
    const send = () => broker.createJournal(debit, 'request-1');

    it('are created under the key', async () => {
      server.answers(200, wireDebit);
      expect(await send()).toMatchObject({
        value: { debitedAccountId: accountId, creditedAccountId: firmAccountId },
      });
      expect(server.last.headers['idempotency-key']).toBe(journalKey);
      expect(JSON.parse(server.last.body)).toMatchObject({
        ...{ from_account: accountId, to_account: firmAccountId },
        ...{ amount: '115.50', description: journalKey },
      });
    });

    it('are short only if the broker itself reports that', async () => {
      server.answers(403, { code: 40_310_000, message: 'insufficient balance' });
      expect(await send()).toEqual({ kind: 'short', reason: 'insufficient balance' });
      server.answers(403, 'insufficient balance');
      expect(await send()).toEqual({ kind: 'unclear', reason: 'insufficient balance' });
      server.answers(403, '');
      await expect(send()).rejects.toThrow(OutcomeUnknown);
    });

    it('are found by the key, in that direction', async () => {
      server.answers(200, [wireJournal, { ...wireDebit, id: idOf('debit') }]);
      const found = await broker.findJournal(
        { ...search, direction: 'to_firm', since: null },
        'request-1',
      );
      expect(Object.fromEntries(server.last.query)).toEqual({
        ...{ from_account: accountId, to_account: firmAccountId, entry_type: 'JNLC' },
      });
      expect(found).not.toBeNull();
    });
  });

  it('exist when the key was used with another body', async () => {
    server.answers(422, { code: 42_210_000, message: 'idempotency key reused' });
    expect(await createJournal()).toMatchObject({ kind: 'exists' });
  });

  it('are found by the key, among cash journals from the firm account to this account', async () => {
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

  describe('of an account with many journals', () => {
    const PER_DAY = 700;
    const DAYS = 60;
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const oursIsFrom = { daysAgo: 0 };

    /**
     * Excludes the days of the bounds, which is the strictest reading of the broker's
     * documentation.
     */
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

    it('is searched since its request, in one call', async () => {
      oursIsFrom.daysAgo = 0;
      expect(await findJournal(daysAgo(0))).toMatchObject({ id: idOf('j-0') });
      expect(server.seen).toHaveLength(1);
    });
    it('is searched week by week after a long wait', async () => {
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
    it('is missing if no window contains it', async () => {
      oursIsFrom.daysAgo = DAYS;
      expect(await findJournal(daysAgo(20))).toBeNull();
    });
    it('is searched in the whole list without a start', async () => {
      oursIsFrom.daysAgo = DAYS - 1;
      expect(await findJournal()).not.toBeNull();
    });
  });

  it('of third parties may have any amount and description, and unreadable ones hide no other', async () => {
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

  it('that were reversed are read by status, and other statuses are ignored', async () => {
    server.on(({ query }, response) => {
      const status = query.get('status');
      const rows = [
        { ...wireJournal, id: idOf(`j-${status}`), status, to_account: 'anybody' },
        { ...wireJournal, id: idOf('executed'), status: 'executed' },
        { ...wireJournal, id: idOf('foreign'), status, from_account: 'another firm' },
        {
          ...{ ...wireJournal, id: idOf('back'), status },
          ...{ from_account: accountId, to_account: firmAccountId },
        },
      ];
      response.writeHead(200).end(JSON.stringify(status === 'canceled' ? rows : []));
    });
    const endedSince = new Date('2026-03-01T15:00:00.000Z');
    const mirroredSince = new Date('2026-03-29T15:00:00.000Z');
    const listed = await broker.listReversals({ endedSince, mirroredSince }, 'request-1');
    expect(listed).toMatchObject([
      { id: idOf('j-canceled'), status: 'canceled', direction: 'to_user', journalKey },
      { id: idOf('back'), status: 'canceled', direction: 'to_firm', journalKey },
    ]);
    const requests = server.seen.map(({ query }) => Object.fromEntries(query));
    const ended = ['canceled', 'correct', 'deleted', 'refused', 'rejected'].map((status) => ({
      ...{ entry_type: 'JNLC', after: '2026-03-01', status },
    }));
    const mirrored = { entry_type: 'JNLC', after: '2026-03-29', to_account: firmAccountId };
    expect(requests).toHaveLength(6);
    expect(requests).toEqual(expect.arrayContaining([...ended, mirrored]));
  });

  it('that were not executed are found among ten thousand', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => ({
      ...wireJournal,
      ...{ id: idOf(`j-${n}`), status: 'rejected', description: 'x'.repeat(400) },
    }));
    server.on(({ query }, response) => {
      const isRejected = query.get('status') === 'rejected';
      response.writeHead(200).end(JSON.stringify(isRejected ? rows : []));
    });
    expect(
      await broker.listReversals(
        { endedSince: new Date(), mirroredSince: new Date() },
        'request-1',
      ),
    ).toHaveLength(10_000);
  });

  describe('to accounts that withdrew money', () => {
    const since = new Date('2026-03-29T15:00:00.000Z');
    const [one, another] = [idOf('account'), idOf('another')];
    const rows = [
      { ...wireJournal, id: idOf('credit'), to_account: one },
      { ...wireJournal, id: idOf('elsewhere'), to_account: idOf('elsewhere') },
      { ...wireJournal, id: idOf('out'), from_account: one, to_account: firmAccountId },
    ];
    const requests = () => server.seen.map(({ query }) => query.get('to_account'));

    it.each([
      ['few accounts are listed one by one', [one, another], [one, another]],
      [
        'many accounts share one list',
        [one, ...Array.from({ length: 8 }, (_value, n) => idOf(`account-${n}`))],
        [null],
      ],
    ])('%s', async (_, accounts, lists) => {
      server.answers(200, rows);
      const accountIds = new Set(accounts.map(String));
      const listed = await broker.listCredits({ accountIds, since }, 'request-1');
      expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([idOf('credit')]));
      expect(requests().sort()).toEqual([...lists].sort());
      const [{ query } = server.seen[0]!] = server.seen;
      expect(query.get('from_account')).toBe(firmAccountId);
      expect(query.get('after')).toBe('2026-03-29');
    });

    it('no account needs no call', async () => {
      expect(await broker.listCredits({ accountIds: new Set(), since }, 'request-1')).toEqual([]);
      expect(server.seen).toEqual([]);
    });
  });

  it('to the firm account are returned with their source account', async () => {
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
      debitedAccountId: firmAccountId,
    });
    server.answers(200, { ...wireJournal, net_amount: '0.001' });
    expect(await broker.getJournal(wireJournal.id, 'request-1')).toMatchObject({ amount: null });
    server.answers(200, { ...wireJournal, net_amount: '115.5000' });
    expect(await broker.getJournal(wireJournal.id, 'request-1')).toMatchObject({ amount: 11_550n });
  });
});

describe('the firm account', () => {
  it('returns the cash that journals may still use, in whole cents', async () => {
    server.answers(200, { ...wireFirmAccount, cash_transferable: '24861.9199' });
    expect(await getFirmBalance()).toEqual({ cash: 2_500_000n, transferable: 2_486_191n });
    expect(server.last.path).toBe(`/broker/v1/trading/accounts/${firmAccountId}/account`);
  });
});

it('an account shows the cash that journals may take now, and its blocks', async () => {
  const wire = { ...wireTradeAccount, cash: '500', cash_transferable: '361.919' };
  server.answers(200, { ...wire, transfers_blocked: true });
  expect(await getTransferableCash()).toEqual({
    ...{ transferable: 36_191n, blocks: ['transfers_blocked'] },
  });
  expect(server.last.path).toBe(`/broker/v1/trading/accounts/${accountId}/account`);
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
  ])('are rejected with %i', async (status, body) => {
    server.answers(status, body);
    expect(await createOrder()).toEqual({ kind: 'refused', reason: body.message });
  });

  it('are found with their fill, or are missing', async () => {
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
  ])('are found with %j filled, in any notation', async (filled_qty, expected) => {
    server.answers(200, { ...wireOrder, filled_qty, filled_avg_price: '200' });
    expect(await findOrder()).toMatchObject({ filledQuantity: billionths(expected) });
  });

  it('are rejected with a more precise quantity than we store', async () => {
    server.answers(200, { ...wireOrder, filled_qty: '0.1234567891', filled_avg_price: '200' });
    await expect(findOrder()).rejects.toThrow(OutcomeUnknown);
  });

  describe('of an account', () => {
    const orderAt = (n: number, submitted_at: string) => ({
      ...wireOrder,
      id: idOf(`b-${n}`),
      submitted_at,
    });
    /** Excludes the bound itself, which is the strictest reading of the broker's documentation. */
    const listing = (all: readonly { readonly submitted_at: string }[]) =>
      server.on(({ query }, response) => {
        const after = Date.parse(query.get('after') ?? '1969-12-31');
        const page = all.filter(({ submitted_at }) => Date.parse(submitted_at) > after);
        response.writeHead(200).end(JSON.stringify(page.slice(0, Number(query.get('limit')))));
      });

    it('are listed page by page, also if a page ends between orders of the same time', async () => {
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

    it('have the time of their last change', async () => {
      const updated_at = '2026-03-02T14:38:05.123456789Z';
      server.answers(200, [wireOrder, { ...wireOrder, id: idOf('b-2'), updated_at }]);
      expect(await broker.listOrders(accountId)).toMatchObject([
        { clientOrderId: orderId, accountId, updatedAt: '2026-03-02T14:38:01.937Z' },
        { id: idOf('b-2'), updatedAt: '2026-03-02T14:38:05.123Z' },
      ]);
    });

    it('are empty if the broker does not know the account', async () => {
      server.answers(404, { code: 40_410_000, message: 'account not found' });
      expect(await broker.listOrders(accountId)).toEqual([]);
    });

    it('cannot be listed if more orders than a page have the same time', async () => {
      listing(Array.from({ length: 501 }, (_, i) => orderAt(i, '2026-03-02T14:38:01.937Z')));
      await expect(broker.listOrders(accountId)).rejects.toThrow('more orders with the same time');
    });
  });

  it.each([
    [204, true],
    [422, false],
    [404, false],
  ])('map the status %i of a cancellation', async (status, cancelled) => {
    server.answers(status);
    expect(await cancelOrder()).toBe(cancelled);
    expect(server.last).toMatchObject({
      method: 'DELETE',
      path: `/broker/v1/trading/accounts/${accountId}/orders/o-1`,
    });
  });

  it('leave a cancellation unknown on any other rejection', async () => {
    server.answers(403, { code: 40_310_000, message: 'account is restricted' });
    await expect(cancelOrder()).rejects.toThrow('account is restricted');
  });
});
