import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, type Json, TestSandbox } from '../../support/sandbox.js';

describe('orders at the sandbox broker', () => {
  let sandbox: TestSandbox;
  let account: string;
  let orders: string;
  beforeAll(async () => {
    sandbox = await TestSandbox.start();
    account = await sandbox.fundedAccount('10000.00');
    orders = `/v1/trading/accounts/${account}/orders`;
  });
  afterAll(() => sandbox.destroy());

  let placed = 0;
  const place = (order: object) =>
    sandbox.broker('POST', orders, {
      ...{ symbol: 'AAPL', side: 'buy', type: 'market', time_in_force: 'day' },
      client_order_id: `order-${(placed += 1)}`,
      ...order,
    });
  const read = async (id: string): Promise<Json> =>
    (await sandbox.broker('GET', `${orders}/${id}`)).body;
  const becomes = async (id: string, status: string): Promise<Json> => {
    await eventually(async () => (await read(id)).status === status);
    return read(id);
  };
  const means = async () => {
    const path = `/v1/trading/accounts/${account}/account`;
    const { cash, buying_power } = (await sandbox.broker('GET', path)).body;
    return { cash, buying_power };
  };

  it('are accepted, filled at the price there is, and paid for', async () => {
    const { status, body } = await place({ qty: '1.5' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'accepted', filled_qty: '0', filled_avg_price: null });
    const filled = await becomes(body.id, 'filled');
    expect(filled).toMatchObject({ filled_qty: '1.5', filled_avg_price: '200.00', qty: '1.5' });
    expect(await means()).toEqual({ cash: '9700.00', buying_power: '9700.00' });
    const positions = await sandbox.broker('GET', `/v1/trading/accounts/${account}/positions`);
    expect(positions.body).toEqual([expect.objectContaining({ symbol: 'AAPL', qty: '1.5' })]);
  });

  it('by amount are filled in billionths, cut off', async () => {
    const { body } = await place({ symbol: 'NVDA', notional: '50.00' });
    expect(await becomes(body.id, 'filled')).toMatchObject({
      qty: null,
      notional: '50.00',
      filled_qty: '0.416666666',
    });
  });

  it('sell what is held, and no more', async () => {
    const short = await place({ side: 'sell', qty: '2' });
    expect(short.status).toBe(403);
    expect(short.body).toMatchObject({ code: 40_310_000, available: '1.5', symbol: 'AAPL' });
    const { cash } = await means();
    const { body } = await place({ side: 'sell', qty: '0.5' });
    await becomes(body.id, 'filled');
    expect(Number((await means()).cash)).toBe(Number(cash) + 100);
  });

  it('of PART fill in two parts that add up', async () => {
    const { cash } = await means();
    const { body } = await place({ symbol: 'PART', qty: '3' });
    await becomes(body.id, 'filled');
    expect(Number((await means()).cash)).toBe(Number(cash) - 30);
  });

  it('of SLOW hold cash until cancelled', async () => {
    const before = await means();
    const { body } = await place({ symbol: 'SLOW', notional: '100.00' });
    expect((await read(body.id)).status).toBe('accepted');
    const held = await means();
    expect(held.cash).toBe(before.cash);
    expect(Number(held.buying_power)).toBe(Number(before.buying_power) - 100);
    expect((await sandbox.broker('DELETE', `${orders}/${body.id}`)).status).toBe(204);
    expect((await read(body.id)).status).toBe('canceled');
    expect(await means()).toEqual(before);
    const again = await sandbox.broker('DELETE', `${orders}/${body.id}`);
    expect(again).toMatchObject({ status: 422, body: { message: 'order is not cancelable' } });
  });

  it.each([
    ['fill', 'filled'],
    ['cancel', 'canceled'],
    ['reject', 'rejected'],
    ['expire', 'expired'],
  ])('of SLOW: %s through the control endpoint makes them %s', async (outcome, status) => {
    const { body } = await place({ symbol: 'SLOW', qty: '1' });
    const move = () => sandbox.control('POST', `/orders/${body.client_order_id}`, { outcome });
    expect((await move()).body).toMatchObject({ clientOrderId: body.client_order_id, status });
    expect((await move()).status).toBe(409);
    expect((await read(body.id)).reject_reason === undefined).toBe(outcome === 'fill');
  });

  it('are unique by client order id for ever, and found by it', async () => {
    const id = 'mine-1';
    const { body } = await place({ symbol: 'SLOW', qty: '1', client_order_id: id });
    await sandbox.broker('DELETE', `${orders}/${body.id}`);
    const again = await place({ symbol: 'SLOW', qty: '1', client_order_id: id });
    expect(again).toMatchObject({ status: 422, body: { code: 40_010_001 } });
    const find = (key: string) =>
      sandbox.broker('GET', `${orders}:by_client_order_id?client_order_id=${key}`);
    expect((await find(id)).body.id).toBe(body.id);
    expect((await find('other')).body).toMatchObject({ code: 40_410_000 });
  });

  it('are listed between two moments, which are left out', async () => {
    const one = (await place({ symbol: 'SLOW', qty: '1' })).body;
    await eventually(() => Promise.resolve(Date.now() > Date.parse(String(one.created_at))));
    const other = (await place({ symbol: 'SLOW', qty: '1' })).body;
    const list = async (query: string) => {
      const { body } = await sandbox.broker('GET', `${orders}?status=all&direction=asc&${query}`);
      return (body as unknown as readonly Json[]).map(({ id }) => id);
    };
    expect(await list(`after=${one.created_at}`)).toEqual([other.id]);
    expect((await list(`until=${other.created_at}`)).at(-1)).toBe(one.id);
    expect((await sandbox.broker('GET', `${orders}?after=yesterday`)).status).toBe(400);
    for (const { id } of [one, other]) await sandbox.broker('DELETE', `${orders}/${id}`);
  });

  it('are refused when they make no sense', async () => {
    expect((await place({ qty: '1', notional: '1.00' })).status).toBe(400);
    expect((await place({})).status).toBe(400);
    expect((await place({ symbol: 'ZZZZQX', qty: '1' })).status).toBe(404);
    expect((await place({ symbol: 'HALT', qty: '1' })).status).toBe(422);
    expect((await place({ qty: '1', type: 'limit' })).status).toBe(422);
    const dear = await place({ symbol: 'BRK.A', qty: '1' });
    expect(dear.body).toMatchObject({
      message: 'insufficient buying power',
      cost_basis: '600000.00',
    });
  });

  it('in parallel never spend the same cash twice', async () => {
    const rich = await sandbox.fundedAccount('1000.00');
    const path = `/v1/trading/accounts/${rich}/orders`;
    const order = { symbol: 'SLOW', side: 'buy', type: 'market', time_in_force: 'day' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        sandbox.broker('POST', path, { ...order, notional: '300.00' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  });
});
