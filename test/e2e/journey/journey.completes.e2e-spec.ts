import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { onboardedUser } from '../../support/onboarded-user.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import { type Json, PartnerClient, Service } from '../../support/service.js';
import { executedCents, grossCents, ledgerOf } from '../../support/ledger.js';

let service: Service;
let client: PartnerClient;

beforeAll(async () => {
  service = await Service.start();
  client = await PartnerClient.logIn(service);
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

const agreed = async () => {
  expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
  expect(await grossCents(client)).toBe(executedCents(await ledgerOf(service)));
};

describe('one user’s journey', () => {
  it('ends with a filled order and a total equal to the deposit', async () => {
    const { code, stdout } = await service.tour('--amount', '250.00');
    expect(stdout).toContain('settlement total is 250.00');
    expect(code).toBe(0);
    await agreed();
  });

  it('arrives as webhooks with valid signatures', async () => {
    const { code, stdout } = await service.tour('--amount', '30.00', '--webhooks');
    expect({ code, stdout }).toMatchObject({ code: 0 });
    const types = ['ping', 'user.created', 'onboarding.completed', 'funding.completed'];
    for (const type of [...types, 'order.filled']) expect(stdout).toContain(`← ${type} about`);
    expect(stdout).toMatch(/Received \d+ webhooks with valid signatures/);
    expect((await client.get('/v1/webhook-endpoints')).body).toEqual({ endpoints: [] });
    await agreed();
  });

  it('agrees with the broker’s ledger to the cent after ten tours, five at once', async () => {
    const amounts = ['10.01', '20.02', '30.03', '40.04', '50.05'];
    const atOnce = await Promise.all(amounts.map((amount) => service.tour('--amount', amount)));
    expect(atOnce.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    for (const amount of ['61.99', '72.50', '83.33', '94.07'])
      expect((await service.tour('--amount', amount)).code).toBe(0);
    await agreed();
    const sum = 25_000n + 3_000n + 15_015n + 6_199n + 7_250n + 8_333n + 9_407n;
    expect(await grossCents(client)).toBe(sum);
  });
});

describe('fifty concurrent equal requests', () => {
  const fifty = (work: () => Promise<{ status: number; body: Record<string, unknown> }>) =>
    Promise.all(Array.from({ length: 50 }, work));

  it('create one deposit and one journal, and return fifty equal ids', async () => {
    const userId = await onboardedUser(service, client);
    const deposit = { userId, direction: 'DEPOSIT', amount: '12.34', externalId: 'fifty' };
    const answers = await fifty(() => client.post('/v1/funding', deposit));
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    const id = String(answers[0]?.body['id']);
    await client.until(`/v1/funding/${id}`, ({ status }) => status === 'completed');
    const { journals } = await ledgerOf(service);
    expect(journals.filter(({ idempotencyKey }) => idempotencyKey === id)).toHaveLength(1);

    const order = { userId, symbol: 'MSFT', amount: 5, side: 'buy', externalId: 'fifty' };
    const placed = await fifty(() => client.post('/v1/orders', order));
    expect(new Set(placed.map(({ body }) => body['id'])).size).toBe(1);
    const orderId = String(placed[0]?.body['id']);
    await client.until(`/v1/orders/${orderId}`, ({ status }) => status === 'filled');
    const { orders } = await ledgerOf(service);
    expect(orders.filter(({ clientOrderId }) => clientOrderId === orderId)).toHaveLength(1);
    await agreed();
  });
});

describe('a request', () => {
  it('gives its id to every event and log line that follows from it', async () => {
    const userId = await onboardedUser(service, client);
    const requestId = 'follow-me-1';
    const body = { userId, direction: 'DEPOSIT', amount: '7.00', externalId: 'followed' };
    const answer = await client.post('/v1/funding', body, { 'x-request-id': requestId });
    const id = String(answer.body['id']);
    await client.until(`/v1/funding/${id}`, ({ status }) => status === 'completed');
    const events = await service.ops('events', '--stream', `deposit-${id}`, '--json');
    const ids = (JSON.parse(events.stdout) as Json[]).map(({ correlationId }) => correlationId);
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect(new Set(ids)).toEqual(new Set([requestId]));
    const jobs = service.logLines('worker').filter((line) => line['id'] === id);
    expect(jobs.length).toBeGreaterThan(0);
    expect(new Set(jobs.map(({ correlationId }) => correlationId))).toEqual(new Set([requestId]));
    const calls = service.logLines('api').filter((line) => line['correlationId'] === requestId);
    expect(calls).toHaveLength(1);
  });
});

describe('a failure', () => {
  it('of a journal fails its deposit', async () => {
    const userId = await onboardedUser(service, client);
    const body = { userId, direction: 'DEPOSIT', amount: '10.13', externalId: 'rejected' };
    const { body: deposit } = await client.post('/v1/funding', body);
    const ended = await client.until(
      `/v1/funding/${String(deposit['id'])}`,
      ({ status }) => status === 'failed',
    );
    expect(ended).toMatchObject({ status: 'failed', completedAt: null });
    await agreed();
  });

  it('of an order has a reason', async () => {
    const userId = await onboardedUser(service, client);
    const body = { userId, symbol: 'HALT', qty: 1, side: 'buy', externalId: 'halted' };
    const { body: order } = await client.post('/v1/orders', body);
    const ended = await client.until(
      `/v1/orders/${String(order['id'])}`,
      ({ status }) => status === 'rejected',
    );
    expect(ended).toMatchObject({
      status: 'rejected',
      statusReason: expect.stringMatching(/HALT/),
    });
  });

  it('follows for requests about objects of another partner', async () => {
    const userId = await onboardedUser(service, client);
    const other = await PartnerClient.logIn(service, service.demo.secondPartner);
    const path = `/v1/onboarding/${userId}/trader-profile`;
    expect(await other.get(path)).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
    const body = { userId, direction: 'DEPOSIT', amount: '1.00', externalId: 'stolen' };
    expect((await other.post('/v1/funding', body)).status).toBe(404);
  });

  it('follows for a deposit before the account is active', async () => {
    const registration = { name: 'A', familyName: 'B', email: 'ab@x.example', countryCode: 'USA' };
    const { body: user } = await client.post('/v1/user', registration);
    const deposit = {
      userId: user['id'],
      direction: 'DEPOSIT',
      amount: '1.00',
      externalId: 'early',
    };
    expect(await client.post('/v1/funding', deposit)).toMatchObject({
      status: 409,
      body: { code: 'broker_account_not_active' },
    });
  });

  it('of responses leads to one account, journal and order at the broker', async () => {
    for (const match of ['POST /v1/accounts', 'POST /v1/journals', 'POST /v1/trading/accounts'])
      await service.fault('broker', match, 'execute-then-status:500');
    const { code } = await service.tour('--amount', '33.00');
    expect(code).toBe(0);
    await agreed();
  });
});

describe('a wiped Redis', () => {
  it('is refilled automatically, and the next tour works', async () => {
    const before = await client.get('/v1/settlements');
    const redis = new Redis(service.redisPort, '127.0.0.1');
    await redis.flushall();
    redis.disconnect();
    const after = await client.until(
      '/v1/settlements',
      (body) => JSON.stringify(body) === JSON.stringify(before.body),
    );
    expect(after).toEqual(before.body);
    expect((await service.tour('--amount', '20.00')).code).toBe(0);
    await agreed();
  });
});

describe('a tour of a partner whose terms allow withdrawals', () => {
  it('sells shares and withdraws a quarter of the deposit', async () => {
    const { id } = service.demo.secondPartner;
    await service.ops('partner', 'configure', '--partner', id, '--withdrawals', 'enabled');
    const { code, stdout } = await service.tour('--second', '--amount', '250.00');
    expect(stdout).toContain('62.50 withdrawn');
    expect(code).toBe(0);
    expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
  });
});
