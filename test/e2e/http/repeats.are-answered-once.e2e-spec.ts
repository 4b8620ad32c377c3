import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { onboardedUser } from '../../support/onboarded-user.js';
import { person, registration } from '../../support/people.js';
import { type Answer, type Json, PartnerClient, type Service } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';

let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  service = await leasedService();
  client = await PartnerClient.logIn(service);
  userId = await onboardedUser(service, client);
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

const keyed = (path: string, body: Json, key: string, by = client): Promise<Answer> =>
  by.post(path, body, { 'idempotency-key': key });
const isReplayed = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';

const deposit = (amount = '10.00'): Json => ({
  userId,
  direction: 'DEPOSIT',
  amount,
  externalId: randomUUID(),
});

const order = (more: Json = {}): Json => ({
  userId,
  symbol: 'SLOW',
  qty: 0,
  amount: 1.5,
  side: 'buy',
  externalId: randomUUID(),
  ...more,
});

const requests: [string, () => Json][] = [
  ['/v1/users', person],
  ['/v1/user', registration],
  ['/v1/user', () => registration({ externalId: randomUUID() })],
  ['/v1/funding', deposit],
  ['/v1/orders', order],
];

describe('a repeat with the same key and body', () => {
  it.each(requests)('POST %s returns the first response', async (path, make) => {
    const [body, key] = [make(), randomUUID()];
    const first = await keyed(path, body, key);
    expect([first.status, isReplayed(first)]).toEqual([201, false]);
    const again = await keyed(path, body, key);
    expect([again.status, isReplayed(again)]).toEqual([201, true]);
    expect(again.body).toEqual(first.body);
  });
  it('compares the body as a JSON value, not as text', async () => {
    const [body, key] = [registration(), randomUUID()];
    const first = await keyed('/v1/user', body, key);
    const reversed = Object.fromEntries(Object.entries(body).reverse());
    expect((await keyed('/v1/user', reversed, key)).body).toEqual(first.body);
  });
  it('returns the first response after the object has changed', async () => {
    const [body, key] = [deposit(), randomUUID()];
    const first = await keyed('/v1/funding', body, key);
    expect(first.body['status']).toBe('pending');
    const path = `/v1/funding/${String(first.body['id'])}`;
    await client.until(path, ({ status }) => status === 'completed');
    expect((await keyed('/v1/funding', body, key)).body).toEqual(first.body);
    expect((await client.post('/v1/funding', body)).body['status']).toBe('completed');
  });
  it('returns the first response after Redis was wiped and the API was killed', async () => {
    const [body, key] = [person(), randomUUID()];
    const first = await keyed('/v1/users', body, key);
    const redis = new Redis(service.redisPort);
    await redis.flushall();
    redis.disconnect();
    service.kill('api');
    await client.until('/v1/onboarding/trading-countries', () => true);
    const again = await keyed('/v1/users', body, key);
    expect(again.body).toEqual(first.body);
    expect(isReplayed(again)).toBe(true);
  });
  it('creates one user for fifty concurrent requests', async () => {
    const [body, key] = [person(), randomUUID()];
    const all = await Promise.all(Array.from({ length: 50 }, () => keyed('/v1/users', body, key)));
    const made = all.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ body: user }) => user['userId'])).size).toBe(1);
    for (const { status, body: problem } of all)
      if (status !== 201)
        expect([status, problem['code']]).toEqual([409, 'idempotency_key_in_use']);
  });
});

describe('the same key with another body', () => {
  it.each(requests)('POST %s is refused', async (path, make) => {
    const key = randomUUID();
    await keyed(path, make(), key);
    const { status, body } = await keyed(path, make(), key);
    expect([status, body['code']]).toEqual([422, 'idempotency_key_reused']);
  });
  it('is accepted when the first request was refused', async () => {
    const [taken, key] = [person(), randomUUID()];
    await client.post('/v1/users', taken);
    expect((await keyed('/v1/users', taken, key)).status).toBe(409);
    expect((await keyed('/v1/users', { ...taken, firstName: '' }, key)).status).toBe(422);
    const other = await keyed('/v1/users', person(), key);
    expect([other.status, isReplayed(other)]).toEqual([201, false]);
  });
});

describe('a key', () => {
  it('counts for one path and one partner', async () => {
    const key = randomUUID();
    const second = await PartnerClient.logIn(service, service.demo.secondPartner);
    expect((await keyed('/v1/users', person(), key)).status).toBe(201);
    expect((await keyed('/v1/user', registration(), key)).status).toBe(201);
    expect((await keyed('/v1/users', person(), key, second)).status).toBe(201);
  });
  it('of over 255 characters is refused without a field name', async () => {
    const { status, body } = await keyed('/v1/users', person(), 'k'.repeat(256));
    expect([status, body['code']]).toEqual([400, 'validation_failed']);
    expect(body['errors']).toEqual([{ code: 'header_invalid', detail: expect.any(String) }]);
  });
  it('is ignored if a repeat is harmless', async () => {
    const key = randomUUID();
    const [first, second] = [
      await keyed(`/v1/onboarding/${userId}/session-token`, {}, key),
      await keyed(`/v1/onboarding/${userId}/session-token`, { city: 'Paris' }, key),
    ];
    expect(second.status).toBe(first.status);
  });
});

describe('a key beside an externalId', () => {
  it('returns an existing object as it was at the first use of the key', async () => {
    const [body, key] = [deposit(), randomUUID()];
    const { body: made } = await client.post('/v1/funding', body);
    const path = `/v1/funding/${String(made['id'])}`;
    await client.until(path, ({ status }) => status === 'completed');
    const first = await keyed('/v1/funding', body, key);
    expect([first.status, first.body['status']]).toEqual([200, 'completed']);
    const again = await keyed('/v1/funding', body, key);
    expect([again.status, isReplayed(again)]).toEqual([200, true]);
    expect(again.body).toEqual(first.body);
  });
  it('returns an existing user with another id than the claimed id', async () => {
    const [body, key] = [registration({ externalId: randomUUID() }), randomUUID()];
    const { body: made } = await client.post('/v1/user', body);
    expect((await keyed('/v1/user', body, key)).body).toEqual(made);
    const again = await keyed('/v1/user', body, key);
    expect([again.status, isReplayed(again)]).toEqual([200, true]);
    expect(again.body).toEqual(made);
  });
  it('cannot reassign the externalId', async () => {
    const body = deposit();
    await client.post('/v1/funding', body);
    const other = await keyed('/v1/funding', { ...body, amount: '11.00' }, randomUUID());
    expect([other.status, other.body['code']]).toEqual([409, 'external_id_already_exists']);
  });
});
