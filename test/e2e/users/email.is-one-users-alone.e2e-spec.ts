import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { BACKSTOP_MS } from '../../support/backstop.js';
import {
  type Answer,
  type Json,
  PartnerClient,
  type Service,
  call,
} from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';
import { person } from '../../support/people.js';

let service: Service;
let client: PartnerClient;

beforeAll(async () => {
  service = await leasedService();
  client = await PartnerClient.logIn(service);
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

/** Returns the e-mail with half of its letters in the other case, different for each call. */
const anyCase = (text: string, i: number) =>
  [...text.matchAll(/./g)]
    .map(([letter], k) => ((i >> (k % 6)) & 1 ? letter.toUpperCase() : letter))
    .join('');

/** Alternates between one family, and the other without and with an externalId. */
const create = (email: string, i: number): Promise<Answer> => {
  if (i % 3 === 0)
    return client.post('/v1/users', {
      email,
      firstName: 'Ada',
      lastName: `Number ${i}`,
      dateOfBirth: '1990-12-10',
      country: 'US',
      phoneNumber: '+12025550143',
    });
  const externalId = i % 3 === 1 ? {} : { externalId: randomUUID() };
  const registration = { name: 'Ada', familyName: `Number ${i}`, email, countryCode: 'USA' };
  return client.post('/v1/user', { ...registration, ...externalId });
};

const fifty = (email: string) =>
  Promise.all(Array.from({ length: 50 }, (_, i) => create(anyCase(email, i), i)));

const refused = (answers: readonly Answer[]) =>
  answers.filter(({ status, body }) => status === 409 && body['code'] === 'email_already_exists');

const listed = async (email: string): Promise<number> => {
  const { body } = await client.get('/v1/users?limit=1000');
  return (body['users'] as Json[]).filter((user) => String(user['email']).toLowerCase() === email)
    .length;
};

const again = async () => {
  const deadlineMs = Date.now() + BACKSTOP_MS;
  for (;;) {
    const { status } = await call(service.api, 'GET', '/health/ready').catch(() => ({ status: 0 }));
    if (status === 200) return;
    if (Date.now() > deadlineMs) throw new Error('The API did not come back');
  }
};

describe('fifty concurrent creations with one e-mail, in any case, in both families', () => {
  const email = `ada-${randomUUID()}@users.example`;

  it('create exactly one user', async () => {
    const answers = await fifty(email);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(refused(answers)).toHaveLength(49);
    await client.until('/v1/users', ({ users }) => (users as Json[]).length > 0);
    expect(await listed(email)).toBe(1);
  });

  it('create no further user after Redis was wiped and the API restarted', async () => {
    const redis = new Redis(service.redisPort, '127.0.0.1');
    await redis.flushall();
    redis.disconnect();
    service.kill('api');
    await again();
    expect(refused(await fifty(email))).toHaveLength(50);
    await client.until('/v1/users', ({ users }) => (users as Json[]).length > 0);
    expect(await listed(email)).toBe(1);
  });

  it('are possible for another partner', async () => {
    const other = await PartnerClient.logIn(service, service.demo.secondPartner);
    const registration = { name: 'Ada', familyName: 'Other', email, countryCode: 'USA' };
    expect((await other.post('/v1/user', registration)).status).toBe(201);
  });
});

describe('fifty concurrent equal registrations with one externalId', () => {
  it('create one user and all return it', async () => {
    const externalId = randomUUID();
    const email = `grace-${externalId}@users.example`;
    const registration = { externalId, name: 'Grace', familyName: 'H', email, countryCode: 'USA' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.post('/v1/user', registration)),
    );
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
  });
});

describe('fifty concurrent creations under one Idempotency-Key', () => {
  it('create one user, and a repeat returns it', async () => {
    const keyed = { 'idempotency-key': randomUUID() };
    const body = person();
    const send = () => client.post('/v1/users', body, keyed);
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    for (const answer of answers)
      if (answer.status !== 201)
        expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_key_in_use' } });
    expect(new Set(made.map((answer) => answer.body['userId'])).size).toBe(1);
    const again = await send();
    expect(again).toMatchObject({ status: 201, body: made[0]?.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await client.post('/v1/users', person(), keyed)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
  });
});
