import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { eventsOf } from '../../support/sandbox-events.js';
import {
  application,
  CASH_ONLY,
  eventually,
  FIRM,
  type Json,
  journalFrom,
  journalTo,
  TestSandbox,
} from '../../support/sandbox.js';
import { OfficialDocument } from './official-document.js';

/**
 * With the path of the broker's official OpenAPI document in BROKER_OPENAPI_FILE, this spec
 * compares the sandbox's responses with the document.
 */
const file = process.env['BROKER_OPENAPI_FILE'] ?? '';

if (file !== '' && existsSync(file)) {
  const official = new OfficialDocument(file);
  let sandbox: TestSandbox;
  let account: string;
  let orders: string;
  beforeAll(async () => {
    sandbox = await TestSandbox.start();
    account = await sandbox.fundedAccount('1000.00');
    orders = `/v1/trading/accounts/${account}/orders`;
  });
  afterAll(() => sandbox.destroy());

  /** Compares every response with the document's call and status. */
  const ask = async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await sandbox.broker(method, path, body, headers);
    const [bare = ''] = path.split('?');
    // The document declares lists of codes as text, but the broker sends objects.
    const shown = JSON.parse(JSON.stringify(answer.body), (name, value: unknown) =>
      name === 'kyc_results' ? undefined : value,
    ) as unknown;
    const { status } = answer;
    expect(official.responseErrors({ method, path: bare, status, body: shown })).toBeNull();
    return answer;
  };
  const get = async (path: string): Promise<Json> => (await ask('GET', path)).body;
  const unknown = (schema: string, value: Json) =>
    official.unknownProperties(schema, value as object);
  const control = async (path: string, body: object): Promise<Json> => {
    const answer = await sandbox.control('POST', path, body);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  const marginAccount = () => sandbox.fundedAccount('5000.00', { hasMargin: true });
  const placed = async (symbol: string): Promise<Json> => {
    const order = { symbol, side: 'buy', type: 'market', time_in_force: 'day', qty: '2' };
    return (await ask('POST', orders, order)).body;
  };
  const becomes = (path: string, status: string) =>
    eventually(async () => (await get(path)).status === status);

  describe('accounts of the sandbox fit the official document', () => {
    it.each([
      ['Lovelace', 'ACTIVE'],
      ['NeedsAction', 'ACTION_REQUIRED'],
      ['ToReject', 'REJECTED'],
    ])('of %s', async (familyName, status) => {
      const { body } = await ask('POST', '/v1/accounts', application({ familyName }));
      expect(unknown('Account', body)).toEqual([]);
      await becomes(`/v1/accounts/${body.id}`, status);
      expect(unknown('AccountExtended', await get(`/v1/accounts/${body.id}`))).toEqual([]);
    });

    it.each(['INACTIVE', 'ONBOARDING', 'APPROVAL_PENDING', 'ACCOUNT_UPDATED', 'ACCOUNT_CLOSED'])(
      'that the broker’s staff set to %s',
      async (status) => {
        const { body } = await ask('POST', '/v1/accounts', application());
        await becomes(`/v1/accounts/${body.id}`, 'ACTIVE');
        await control(`/accounts/${body.id}`, { status, reason: 'see ticket 4711' });
        expect(await get(`/v1/accounts/${body.id}`)).toMatchObject({ status });
        await control(`/accounts/${body.id}`, { status: 'ACTIVE', blocks: ['account_blocked'] });
        const path = `/v1/trading/accounts/${body.id}/account`;
        expect(await get(path)).toMatchObject({ account_blocked: true, trading_blocked: false });
      },
    );

    it('in lists, and with their balances', async () => {
      expect((await get(`/v1/accounts?query=lovelace`)).length).toBeGreaterThan(0);
      expect(await get('/v1/accounts?query=nobody')).toEqual([]);
      for (const id of [account, await marginAccount(), FIRM])
        expect(unknown('TradeAccount', await get(`/v1/trading/accounts/${id}/account`))).toEqual(
          [],
        );
    });

    it('with their history', async () => {
      const path = `/v1/trading/accounts/${account}/account/portfolio/history`;
      for (const query of ['', '?period=1D&timeframe=5Min', '?period=1A&timeframe=1D']) {
        const history = await get(`${path}${query}`);
        expect(unknown('PortfolioHistory', history)).toEqual([]);
        expect(history.timestamp.length).toBeGreaterThan(0);
      }
      expect((await ask('GET', `${path}?period=1Y`)).status).toBe(422);
    });

    it('with their settings', async () => {
      const path = `/v1/trading/accounts/${await marginAccount()}/account/configurations`;
      const { status, body } = await ask('PATCH', path, CASH_ONLY);
      expect(status).toBe(200);
      expect(unknown('AccountConfigurations', body)).toEqual([]);
      expect((await ask('PATCH', path, { no_shorting: 'yes' })).status).toBe(422);
    });
  });

  describe('journals of the sandbox fit the official document', () => {
    it('created by us, repeated, held, and reversed', async () => {
      const key = { 'idempotency-key': randomUUID() };
      const { body } = await ask('POST', '/v1/journals', journalTo(account, '1.17'), key);
      await ask('POST', '/v1/journals', journalTo(account, '1.17'), key);
      expect(unknown('Journal', body)).toEqual([]);
      await becomes(`/v1/journals/${body.id}`, 'canceled');
      await control('/journal-limits', { perTransaction: '1.00' });
      const { body: held } = await ask('POST', '/v1/journals', journalTo(account, '1.01'));
      expect(held.status).toBe('pending');
      await control('/journal-limits', {});
      await control(`/journals/${held.id}`, { outcome: 'execute' });
      expect(await get(`/v1/journals/${held.id}`)).toMatchObject({ status: 'executed' });
    });

    it('from a customer to the firm, also when the customer is short', async () => {
      const { body } = await ask('POST', '/v1/journals', journalFrom(account, '2.00'));
      expect(unknown('Journal', body)).toEqual([]);
      await becomes(`/v1/journals/${body.id}`, 'executed');
      const short = await ask('POST', '/v1/journals', journalFrom(account, '99999.00'));
      expect(short.status).toBe(403);
    });

    it.each([
      ...['queued', 'sent_to_clearing', 'pending', 'executed', 'activity_created', 'rejected'],
      ...['refused', 'canceled', 'deleted', 'correct'],
    ])('created by third parties: %s', async (status) => {
      const about = { to: randomUUID(), amount: '0.0001', description: 'Top-up: March', status };
      const { id } = await control('/journals', about);
      expect(await get(`/v1/journals/${id}`)).toMatchObject({ status, net_amount: '0.0001' });
      expect(await get(`/v1/journals?status=${status}&limit=1`)).toMatchObject([{ id }]);
    });

    it('in lists', async () => {
      const all = await get(`/v1/journals?from_account=${FIRM}&entry_type=JNLC`);
      expect(all.length).toBeGreaterThan(2);
      expect(await get(`/v1/journals?to_account=${account}&after=2000-01-01&limit=2`)).toHaveLength(
        2,
      );
      expect(await get('/v1/journals?before=2000-01-01')).toEqual([]);
    });
  });

  describe('orders of the sandbox fit the official document', () => {
    const known = ['reject_reason', 'source', 'subtag'];
    const misfits = (order: Json) =>
      unknown('Order', order).filter((name) => !known.includes(name));

    it('filled, broken and corrected', async () => {
      const order = await placed('AAPL');
      expect(misfits(order)).toEqual([]);
      await becomes(`${orders}/${order.id}`, 'filled');
      const [position] = await get(`/v1/trading/accounts/${account}/positions`);
      expect(unknown('Position', position)).toEqual([]);
      await control(`/orders/${order.id}`, { outcome: 'correct', price: '199.50' });
      await control(`/orders/${order.id}`, { outcome: 'bust', qty: '1' });
      expect(await get(`${orders}/${order.id}`)).toMatchObject({ filled_qty: '1' });
      await control(`/orders/${order.id}`, { outcome: 'bust' });
      expect(misfits(await get(`${orders}/${order.id}`))).toEqual([]);
    });

    it.each(['fill', 'cancel', 'reject', 'expire'])('that wait, and end: %s', async (outcome) => {
      const order = await placed('SLOW');
      await control(`/orders/${order.id}`, { outcome: 'fill', qty: '1' });
      expect(await get(`${orders}/${order.id}`)).toMatchObject({ status: 'partially_filled' });
      await control(`/orders/${order.id}`, { outcome });
      expect(misfits(await get(`${orders}/${order.id}`))).toEqual([]);
    });

    it('canceled by us, found by our id, and in lists', async () => {
      const { id, client_order_id } = await placed('SLOW');
      await ask('DELETE', `${orders}/${id}`);
      const found = await get(`${orders}:by_client_order_id?client_order_id=${client_order_id}`);
      expect(found).toMatchObject({ id });
      expect(await get(`${orders}?status=all&limit=2`)).toHaveLength(2);
      const none = '&after=2999-01-01T00:00:00Z';
      expect(await get(`${orders}?status=all&direction=asc${none}`)).toEqual([]);
    });

    it('with the positions that they open', async () => {
      const id = await marginAccount();
      const path = `/v1/trading/accounts/${id}`;
      const sale = { symbol: 'AAPL', side: 'sell', type: 'market', time_in_force: 'day', qty: '1' };
      await ask('POST', `${path}/orders`, sale);
      await eventually(async () => (await get(`${path}/positions`)).length === 1);
      const position = await get(`${path}/positions/AAPL`);
      expect(position).toMatchObject({ side: 'short', qty: '-1' });
      expect(unknown('Position', position)).toEqual([]);
      expect((await ask('GET', `${path}/positions/MSFT`)).status).toBe(404);
    });
  });

  describe('the market of the sandbox fits the official document', () => {
    it('assets', async () => {
      const assets: readonly Json[] = await get('/v1/assets?status=active&asset_class=us_equity');
      for (const asset of [await get('/v1/assets/AAPL'), ...assets])
        expect(unknown('Asset', asset)).toEqual([]);
    });

    it('clock and calendar', async () => {
      expect(unknown('legacy_clock', await get('/v1/clock'))).toEqual([]);
      const [first] = await get('/v1/calendar');
      expect(unknown('legacy_calendar_day', first)).toEqual([]);
    });
  });

  describe('rejections of the sandbox use the document’s envelope', () => {
    it.each<[number, string, string, object | null]>([
      [401, 'GET', '/v1/accounts/nobody', null],
      [404, 'GET', '/v1/assets/NONE', null],
      [404, 'GET', `/v1/journals/${randomUUID()}`, null],
      [404, 'GET', '/v1/nothing', null],
      [404, 'POST', '/v1/journals', journalTo(randomUUID(), '1.00')],
      [400, 'POST', '/v1/journals', { ...journalTo(randomUUID(), '1.00'), from_account: 'x' }],
      [400, 'POST', '/v1/journals', { entry_type: 'JNLC' }],
      [422, 'GET', '/v1/journals?limit=0', null],
      [422, 'POST', '/v1/accounts', {}],
      [409, 'POST', '/v1/accounts', application({ email: 'twice@users.example' })],
      [409, 'POST', '/v1/accounts', application({ email: 'there-409@users.example' })],
      [422, 'POST', '/v1/accounts', application({ email: 'there-422@users.example' })],
    ])('%i of %s %s', async (status, method, path, body) => {
      if (status === 409) await sandbox.broker(method, path, body);
      for (const known of [409, 422])
        await control('/emails', { email: `there-${known}@users.example`, status: known });
      expect((await ask(method, path, body ?? undefined)).status).toBe(status);
    });

    it('when the firm account is short', async () => {
      const short = await ask('POST', '/v1/journals', journalTo(account, '99999999.00'));
      expect(short.status).toBe(403);
    });

    it('when a key was used for another request', async () => {
      const key = { 'idempotency-key': randomUUID() };
      await ask('POST', '/v1/journals', journalTo(account, '1.00'), key);
      const other = await ask('POST', '/v1/journals', journalTo(account, '2.00'), key);
      expect(other.status).toBe(422);
    });

    it('of orders', async () => {
      const wanted = { symbol: 'SLOW', side: 'buy', type: 'market', time_in_force: 'day' };
      const { body } = await ask('POST', orders, { ...wanted, qty: '1' });
      const again = { ...wanted, qty: '1', client_order_id: body.client_order_id };
      const statuses = [
        (await ask('POST', orders, again)).status,
        (await ask('POST', orders, { ...wanted, qty: '99999' })).status,
        (await ask('POST', orders, wanted)).status,
        (await ask('DELETE', `${orders}/${randomUUID()}`)).status,
        (await ask('GET', `${orders}:by_client_order_id?client_order_id=none`)).status,
      ];
      expect(statuses).toEqual([422, 403, 400, 404, 404]);
    });

    it('also injected ones', async () => {
      for (const code of [400, 403, 404, 422, 429, 500, 503]) {
        const fault = { side: 'broker', match: 'GET /v1/clock', mode: `status:${code}` };
        await control('/faults', fault);
        expect((await ask('GET', '/v1/clock')).status).toBe(code);
      }
    });
  });

  describe('events of the sandbox fit the official document', () => {
    // Runs last, because the stream contains the events of the tests above.
    it.each([
      ['/v1/events/accounts/status', 'since_ulid', 'AccountStatusEvent', []],
      ['/v2/events/journals/status', 'since_id', 'JournalStatusEventV2', ['description']],
      ['/v2/events/trades', 'since_id', 'TradeUpdateEventV2', ['reason']],
    ])('%s', async (path, cursor, schema, notNamed) => {
      const events = await eventsOf(sandbox, `${path}?${cursor}=${'0'.repeat(26)}`);
      expect(events.length).toBeGreaterThan(10);
      for (const body of events) {
        const { kyc_results: _, ...shown } = body;
        expect(
          official.responseErrors({ method: 'GET', path, status: 200, body: shown }),
        ).toBeNull();
        expect(unknown(schema, body).filter((name) => !notNamed.includes(name))).toEqual([]);
      }
    });

    it('of every kind', async () => {
      const trades = await eventsOf(sandbox, `/v2/events/trades?since_id=${'0'.repeat(26)}`);
      expect(new Set(trades.map(({ event }) => event as string))).toEqual(
        new Set([
          ...['accepted', 'fill', 'partial_fill', 'canceled', 'rejected', 'expired'],
          ...['trade_bust', 'trade_correct'],
        ]),
      );
    });

    it('and the check detects a difference', () => {
      const path = '/v2/events/journals/status';
      const body = { journal_id: 'no uuid', status_to: 'done' };
      expect(official.responseErrors({ method: 'GET', path, status: 200, body })).not.toBeNull();
      expect(official.responseErrors({ method: 'GET', path, status: 418, body })).not.toBeNull();
    });
  });
} else {
  it('is skipped without the document', () => {
    console.log('skipped: set BROKER_OPENAPI_FILE to the path of the document to run this check');
    expect(existsSync(file)).toBe(false);
  });
}
