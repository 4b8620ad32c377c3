import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { onboardedUser } from '../../support/onboarded-user.js';
import type { Json, PartnerClient, Service } from '../../support/service.js';
import { StaffClient } from '../../support/staff-client.js';
import { startedOnLoan } from '../../support/started-service.js';

const ACCOUNT = 'GET /v1/trading/accounts';

let service: Service;
let client: PartnerClient;
let userId: string;
let path: string;

beforeAll(async () => {
  ({ service, client, userId } = await startedOnLoan());
  path = `/v1/accounts/${userId}`;
  await deposited('1000.00');
  await client.until('/v1/assets/AAPL', ({ symbol }) => symbol === 'AAPL');
});
afterEach(() => service.noFaults());
afterAll(() => service.stop());

const deposit = async (amount: string) => {
  const body = { userId, direction: 'DEPOSIT', amount, externalId: randomUUID() };
  return String((await client.post('/v1/funding', body)).body['id']);
};
const deposited = async (amount: string) =>
  client.until(`/v1/funding/${await deposit(amount)}`, ({ status }) => status === 'completed');
const ordered = async (order: Json) => {
  const about = { userId, externalId: randomUUID(), symbol: 'AAPL', side: 'buy' };
  const { body } = await client.post('/v1/orders', { ...about, ...order });
  const id = String(body['id']);
  return client.until(`/v1/orders/${id}`, ({ status }) => status === 'filled');
};
const shown = async (at = path) => {
  const { status, body } = await client.get(at);
  expect(status).toBe(200);
  return body;
};
/** Passes the second in which a response is reused. */
const later = () => new Promise((resolve) => setTimeout(resolve, 1_100));

describe('an account', () => {
  it('shows a deposit and a purchase as soon as they are listed', async () => {
    const isListed = ({ cash, pendingDeposits }: Json) =>
      cash === '1000.00' && pendingDeposits === '0.00';
    expect(await client.until(path, isListed)).toMatchObject({
      userId,
      brokerAccountStatus: 'ACTIVE',
      brokerAccountNumber: expect.stringMatching(/./),
      currency: 'USD',
      withdrawableCash: '1000.00',
      buyingPower: '1000.00',
      pendingDeposits: '0.00',
      pendingWithdrawals: '0.00',
      restrictions: [],
      stale: false,
    });
    await ordered({ qty: 2 });
    const bought = await client.until(path, ({ positionsValue }) => positionsValue === '400.00');
    expect(bought).toMatchObject({ cash: '600.00', equity: '1000.00', buyingPower: '600.00' });
  });

  it('shows the positions, and one of them', async () => {
    const { positions } = await client.until(
      `${path}/positions`,
      ({ positions: all }) => (all as Json[]).length === 1,
    );
    const apple = {
      ...{ symbol: 'AAPL', name: expect.stringMatching(/^Apple/), qty: '2' },
      ...{ costBasis: '400.00', marketValue: '400.00', unrealizedProfit: '0.00' },
    };
    expect(positions).toEqual([expect.objectContaining(apple)]);
    expect(await shown(`${path}/positions/AAPL`)).toMatchObject({ ...apple, stale: false });
    const operator = await StaffClient.ofDemo(service, 'operator');
    const { body: seen } = await operator.get(`/staff/users/${userId}/account`);
    expect(seen).toMatchObject({ balances: { userId, cash: '600.00' }, holdings: { positions } });
    const missing = await client.get(`${path}/positions/MSFT`);
    expect(missing).toMatchObject({ status: 404, body: { code: 'position_not_found' } });
  });

  it.each(['', '?period=1D', '?period=1W', '?period=3M', '?period=1Y', '?period=ALL'])(
    'shows its history%s',
    async (query) => {
      const { points } = (await shown(`${path}/history${query}`)) as { points: Json[] };
      expect(points.length).toBeGreaterThan(0);
      expect(points.at(-1)).toMatchObject({ equity: expect.stringMatching(/^\d+\.\d\d$/) });
      const times = points.map(({ at }) => String(at));
      expect(times).toEqual([...times].sort());
    },
  );

  it('of another period is refused', async () => {
    const { status, body } = await client.get(`${path}/history?period=2Y`);
    expect({ status, errors: body['errors'] }).toMatchObject({
      status: 400,
      errors: [{ pointer: '/period', code: 'word_unknown' }],
    });
  });

  it('counts deposits that are not credited yet', async () => {
    await service.fault('broker', 'POST /v1/journals', 'hang', 100);
    const id = await deposit('50.00');
    await client.until(path, ({ pendingDeposits }) => pendingDeposits === '50.00');
    await service.noFaults();
    await client.until(`/v1/funding/${id}`, ({ status }) => status === 'completed');
    await client.until(path, ({ pendingDeposits }) => pendingDeposits === '0.00');
  });

  it('shows a withdrawal as soon as it is accepted', async () => {
    const operator = await StaffClient.ofDemo(service, 'operator');
    const terms = `/staff/partners/${service.demo.partner.id}`;
    await operator.send('PATCH', terms, { withdrawals: 'enabled' });
    await service.fault('broker', 'POST /v1/journals', 'hang', 100);
    const before = Number((await shown())['withdrawableCash']);
    const about = { userId, direction: 'WITHDRAWAL', amount: '50.00', externalId: randomUUID() };
    const { status } = await client.post('/v1/funding', about);
    expect(status).toBe(201);
    expect(await shown()).toMatchObject({
      pendingWithdrawals: '50.00',
      withdrawableCash: (before - 50).toFixed(2),
    });
    await service.noFaults();
    await client.until(path, ({ pendingWithdrawals }) => pendingWithdrawals === '0.00');
    await operator.send('PATCH', terms, { withdrawals: 'disabled' });
  });

  it('that does not exist yet is not found', async () => {
    const email = `${randomUUID()}@users.example`;
    const user = { name: 'Ada', familyName: 'L', email, countryCode: 'USA' };
    const { body } = await client.post('/v1/user', user);
    for (const end of ['', '/positions', '/positions/AAPL', '/history'])
      expect(await client.get(`/v1/accounts/${String(body['id'])}${end}`)).toMatchObject({
        status: 404,
        body: { code: 'account_not_found' },
      });
    expect(await client.get(`/v1/accounts/${randomUUID()}`)).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
  });
});

describe('while the broker is unavailable', () => {
  it('an account is stale, and fresh again afterwards', async () => {
    const { asOf, cash } = await shown();
    await later();
    await service.fault('broker', ACCOUNT, 'status:503', 1_000);
    expect(await shown()).toMatchObject({ asOf, cash, stale: true });
    await service.noFaults();
    await client.until(path, ({ stale }) => stale === false);
  });

  it('a response that was never read is unavailable', async () => {
    const other = await onboardedUser(service, client);
    await service.fault('broker', ACCOUNT, 'status:503', 1_000);
    const { status, headers, body } = await client.get(`/v1/accounts/${other}/positions`);
    expect({ status, code: body['code'], retryAfter: headers.get('retry-after') }).toEqual({
      ...{ status: 503, code: 'broker_unavailable', retryAfter: '5' },
    });
  });
});
