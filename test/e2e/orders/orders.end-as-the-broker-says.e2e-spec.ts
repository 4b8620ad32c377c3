import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { configurePartner } from '../../support/configure-partner.js';
import { ledgerOf } from '../../support/ledger.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { type Json, PartnerClient, type Service } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';

let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  service = await leasedService();
  client = await PartnerClient.logIn(service);
  userId = await fundedUser('5000.00');
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

const fundedUser = async (amount: string): Promise<string> => {
  const id = await onboardedUser(service, client);
  const body = { userId: id, direction: 'DEPOSIT', amount, externalId: `funds-${id}` };
  const { body: deposit } = await client.post('/v1/funding', body);
  const path = `/v1/funding/${String(deposit['id'])}`;
  await client.until(path, ({ status }) => status === 'completed');
  return id;
};
const configure = (...options: string[]) =>
  configurePartner({ service, client, userId }, ...options);
const fault = (match: string, mode: string, count = 1) =>
  service.fault('broker', match, mode, count);
let placed = 0;
const place = (order: Json) => {
  const externalId = `order-${(placed += 1)}`;
  return client.post('/v1/orders', { userId, side: 'buy', externalId, ...order });
};
const made = async (order: Json) => String((await place(order)).body['id']);
const until = (id: string, ...wanted: string[]) =>
  client.until(`/v1/orders/${id}`, ({ status }) => wanted.includes(String(status)));
const atBroker = async (id: string) => {
  const { orders } = await ledgerOf(service);
  return orders.filter(({ clientOrderId }) => clientOrderId === id);
};
const list = async (query = '') => {
  const { status, body } = await client.get(`/v1/orders${query}`);
  expect(status).toBe(200);
  return body as unknown as { orders: Json[]; metadata: Json };
};

describe('an order', () => {
  it('by amount is filled, with commission of the filled value', async () => {
    await configure('--commission-flat', '0.99', '--commission-bps', '25');
    const answer = await place({ symbol: 'AAPL', qty: 0, amount: 100 });
    expect(answer).toMatchObject({
      status: 201,
      body: { ...{ status: 'pending', commission: 0, qty: 0, ammount: 100 }, side: 'buy' },
    });
    const id = String(answer.body['id']);
    expect(await until(id, 'filled')).toMatchObject({
      ...{
        filledQty: 0.5,
        filledAvgPrice: 200,
        commission: 1.24,
        statusReason: '',
        symbol: 'AAPL',
      },
    });
    await configure('--commission-flat', '0', '--commission-bps', '0');
  });

  it('by quantity keeps all nine decimals, in and out', async () => {
    const text = (qty: string, externalId: string) =>
      `{"userId":"${userId}","symbol":"NVDA","qty":${qty},"side":"buy","externalId":"${externalId}"}`;
    const answer = await client.exchange('/v1/orders', text('1.000000001', 'nine-decimals'));
    expect(answer).toContain('"qty":1.000000001,');
    const { id } = JSON.parse(answer) as { id: string };
    await until(id, 'filled');
    expect(await atBroker(id)).toMatchObject([{ qty: '1.000000001', filledQty: '1.000000001' }]);
    const large = await client.exchange('/v1/orders', text('123456789.123456789', 'eighteen'));
    expect(large).toContain('"qty":123456789.123456789,');
    const { id: largeId } = JSON.parse(large) as { id: string };
    const again = await client.exchange('/v1/orders', text('1.23456789123456789e8', 'eighteen'));
    expect(JSON.parse(again)).toMatchObject({ id: largeId });
    expect(await client.exchange('/v1/orders', text('123456789.123456788', 'eighteen'))).toMatch(
      /"external_id_already_exists"/,
    );
    const tiny = await client.exchange('/v1/orders', text('1e-9', 'tiny'));
    expect(tiny).toContain('"qty":0.000000001,');
    const { id: tinyId } = JSON.parse(tiny) as { id: string };
    expect(await until(tinyId, 'rejected')).toMatchObject({
      statusReason: expect.stringMatching(/at least 1/),
    });
  });

  it('sells by quantity and by amount', async () => {
    await until(await made({ symbol: 'VTI', qty: 2 }), 'filled');
    const byQuantity = await until(await made({ symbol: 'VTI', qty: 0.5, side: 'sell' }), 'filled');
    expect(byQuantity).toMatchObject({ side: 'sell', filledQty: 0.5 });
    const byAmount = await until(await made({ symbol: 'VTI', amount: 50, side: 'sell' }), 'filled');
    expect(byAmount).toMatchObject({ ammount: 50, filledQty: 0.2 });
    const tooMuch = await until(await made({ symbol: 'VTI', qty: 9, side: 'sell' }), 'rejected');
    expect(tooMuch).toMatchObject({ statusReason: expect.stringMatching(/insufficient qty/) });
  });

  it('fills in two parts', async () => {
    const id = await made({ symbol: 'PART', amount: 100 });
    expect(await until(id, 'partially_filled')).toMatchObject({ filledQty: 5, commission: 0 });
    expect(await until(id, 'filled')).toMatchObject({ filledQty: 10, filledAvgPrice: 10 });
  });

  it.each([
    ['HALT', { qty: 1 }, /not tradable/],
    ['NOBODY', { qty: 1 }, /asset not found/],
    ['BRK.A', { amount: 100 }, /not fractionable/],
    ['BRK.A', { qty: 0.5 }, /not fractionable/],
    ['SPY', { qty: 1_000 }, /insufficient buying power/],
  ])('of %s %j is rejected with the reason', async (symbol, wanted, reason) => {
    const id = await made({ symbol, ...wanted });
    expect(await until(id, 'rejected')).toMatchObject({
      ...{ statusReason: expect.stringMatching(reason), filledQty: 0, commission: 0 },
    });
  });

  it.each([
    ['expire', 'expired'],
    ['reject', 'rejected'],
    ['cancel', 'canceled'],
    ['fill', 'filled'],
  ])('that the broker lets %s is %s', async (outcome, status) => {
    const id = await made({ symbol: 'SLOW', amount: 10 });
    await until(id, 'accepted');
    await service.control('POST', `/orders/${id}`, { outcome });
    const order = await until(id, status);
    if (status !== 'filled') expect(order['statusReason']).not.toBe('');
  });

  it('is followed to its end when every event of the broker is lost', async () => {
    await fault('EVENT trades', 'drop', 100);
    const id = await made({ symbol: 'PART', amount: 20 });
    expect(await until(id, 'filled')).toMatchObject({ status: 'filled', filledQty: 2 });
    await service.noFaults();
  });

  it('is returned again for the same externalId, and refused for other content', async () => {
    const order = { symbol: 'AAPL', amount: 5, externalId: 'twice' };
    const first = await place(order);
    const second = await place({ ...order, qty: 0 });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body['id']).toBe(first.body['id']);
    for (const other of [{ amount: 6 }, { symbol: 'MSFT' }, { side: 'sell' }])
      expect(await place({ ...order, ...other })).toMatchObject({
        status: 409,
        body: { code: 'external_id_already_exists' },
      });
  });

  it.each([
    [{ qty: 1, amount: 1 }, '/qty', 'qty_or_amount'],
    [{ qty: 0, amount: 0 }, '/qty', 'qty_or_amount'],
    [{}, '/qty', 'qty_or_amount'],
    [{ qty: -1 }, '/qty', 'qty_invalid'],
    [{ qty: 0.1234567891 }, '/qty', 'qty_invalid'],
    [{ qty: 1e9 }, '/qty', 'qty_invalid'],
    [{ amount: 1.001 }, '/amount', 'amount_invalid'],
    [{ amount: 0.99 }, '/amount', 'amount_invalid'],
    [{ amount: -5 }, '/amount', 'amount_invalid'],
    [{ amount: 5, symbol: 'aapl' }, '/symbol', 'symbol_invalid'],
    [{ amount: 5, symbol: '' }, '/symbol', 'symbol_invalid'],
    [{ amount: 5, symbol: 'ABCDEFGHIJK' }, '/symbol', 'symbol_invalid'],
    [{ amount: 5, symbol: '1AB' }, '/symbol', 'symbol_invalid'],
    [{ amount: 5, side: 'hold' }, '/side', 'side_invalid'],
    [{ amount: 5, externalId: '' }, '/externalId', 'length_invalid'],
  ])('as %j is refused at %s', async (order, pointer, code) =>
    expect(await place({ symbol: 'AAPL', ...order })).toMatchObject({
      status: 422,
      body: { code, errors: [{ pointer, code }] },
    }),
  );

  it('is refused with all errors at once', async () => {
    const order = { symbol: 'no', qty: -1, amount: 0.001, side: 'x', externalId: '' };
    const { status, body } = await place(order);
    expect([status, body['code']]).toEqual([422, 'content_unacceptable']);
    expect((body['errors'] as Json[]).map(({ pointer }) => pointer).sort()).toEqual([
      ...['/amount', '/externalId', '/qty', '/side', '/symbol'],
    ]);
  });

  it.each([{ qty: '1' }, { amount: '5' }, { qty: null }])(
    'as %j has the wrong shape',
    async (order) =>
      expect(await place({ symbol: 'AAPL', ...order })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      }),
  );
});

describe('canceling', () => {
  it('ends an order at the broker', async () => {
    const id = await made({ symbol: 'SLOW', amount: 10 });
    await until(id, 'accepted');
    const first = await client.delete(`/v1/orders/${id}`);
    expect(first).toMatchObject({ status: 202, body: { id, status: 'accepted' } });
    expect([202, 409]).toContain((await client.delete(`/v1/orders/${id}`)).status);
    expect(await until(id, 'canceled')).toMatchObject({ statusReason: 'Canceled at your request' });
    expect(await atBroker(id)).toMatchObject([{ status: 'canceled' }]);
    expect(await client.delete(`/v1/orders/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'order_final' },
    });
  });

  it('right after the request either prevents the send or ends the order at the broker', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const id = await made({ symbol: 'SLOW', amount: 10 });
        expect((await client.delete(`/v1/orders/${id}`)).status).toBe(202);
        return id;
      }),
    );
    for (const id of ids) {
      expect(await until(id, 'canceled')).toMatchObject({ filledQty: 0 });
      for (const order of await atBroker(id)) expect(order['status']).toBe('canceled');
    }
  });

  it('ends an order whose send got no response', async () => {
    await fault('POST /v1/trading/accounts', 'execute-then-hang');
    const lost = await made({ symbol: 'SLOW', amount: 10 });
    await fault('POST /v1/trading/accounts', 'reset');
    const unsent = await made({ symbol: 'SLOW', amount: 11 });
    await until(lost, 'submitted', 'accepted');
    await until(unsent, 'submitted');
    for (const id of [lost, unsent])
      expect((await client.delete(`/v1/orders/${id}`)).status).toBe(202);
    for (const id of [lost, unsent]) {
      await until(id, 'canceled');
      for (const order of await atBroker(id)) expect(order['status']).toBe('canceled');
    }
  });

  it('keeps earlier fills', async () => {
    const id = await made({ symbol: 'PART', amount: 100 });
    await until(id, 'partially_filled', 'filled');
    const { status } = await client.delete(`/v1/orders/${id}`);
    const order = await until(id, 'canceled', 'filled');
    if (order['status'] === 'canceled') {
      expect(status).toBe(202);
      expect(order).toMatchObject({ filledQty: 5, filledAvgPrice: 10 });
    }
  });

  it('a filled or unknown order is refused', async () => {
    const id = await made({ symbol: 'AAPL', amount: 5 });
    await until(id, 'filled');
    const final = { status: 409, body: { code: 'order_final' } };
    expect(await client.delete(`/v1/orders/${id}`)).toMatchObject(final);
    const unknown = { status: 404, body: { code: 'order_not_found' } };
    const other = await PartnerClient.logIn(service, service.demo.secondPartner);
    for (const answer of [
      await client.delete('/v1/orders/4c6b3b1e-5f6f-4d36-8a55-27d0ea0f2b60'),
      await client.delete('/v1/orders/no-uuid'),
      await other.delete(`/v1/orders/${id}`),
      await other.get(`/v1/orders/${id}`),
    ])
      expect(answer).toMatchObject(unknown);
  });
});

describe('the list of orders', () => {
  it('supports every combination of filters, oldest first, page by page', async () => {
    const [one, two] = [await fundedUser('100.00'), await fundedUser('100.00')];
    const ids: Record<string, string[]> = { [one]: [], [two]: [] };
    for (const symbol of ['AAPL', 'HALT', 'AAPL', 'HALT'])
      for (const owner of [one, two])
        ids[owner]?.push(await made({ userId: owner, symbol, amount: 5 }));
    for (const owner of [one, two])
      for (const [i, id] of (ids[owner] ?? []).entries())
        await until(id, i % 2 === 0 ? 'filled' : 'rejected');
    const mine = ids[one] ?? [];
    const query = (rest: string) => `?userId=${one}${rest}`;
    for (const status of ['filled', 'rejected'])
      await client.listed(`/v1/orders${query(`&status=${status}`)}`, 2);
    const idsOf = async (rest: string) => (await list(query(rest))).orders.map(({ id }) => id);
    expect(await idsOf('')).toEqual(mine);
    expect(await idsOf('&status=rejected')).toEqual([mine[1], mine[3]]);
    expect(await idsOf('&status=filled&limit=1&offset=1')).toEqual([mine[2]]);
    expect(await list(query('&status=accepted'))).toMatchObject({
      orders: [],
      metadata: { total: 0, limit: 100, offset: 0 },
    });
    expect([...(await idsOf('&limit=3')), ...(await idsOf('&limit=3&offset=3'))]).toEqual(mine);
    const all = (await list('?limit=1000')).orders.map(({ id }) => String(id));
    expect(all.filter((id) => ids[two]?.includes(id))).toEqual(ids[two]);
  });

  it('finds by externalId at once', async () => {
    const id = await made({ symbol: 'AAPL', amount: 5, externalId: 'find me' });
    const query = '?externalId=find%20me';
    expect(await list(query)).toMatchObject({ orders: [{ id }], metadata: { total: 1 } });
    expect(await list(`${query}&userId=${id}`)).toMatchObject({ metadata: { total: 0 } });
  });

  it.each([
    ['limit=0', '/limit'],
    ['status=done', '/status'],
    ['userId=me', '/userId'],
    ['symbol=AAPL', '/symbol'],
  ])('refuses ?%s', async (query, pointer) =>
    expect(await client.get(`/v1/orders?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ pointer }] },
    }),
  );
});
