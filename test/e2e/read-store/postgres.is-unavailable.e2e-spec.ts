import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ledgerOf } from '../../support/ledger.js';
import { longDescribe } from '../../support/long.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { pidsOf } from '../../support/outage.js';
import { type TestPostgres, startPostgres } from '../../support/postgres.js';
import { type Answer, type Json, PartnerClient, Service, call } from '../../support/service.js';

const LISTS = ['/v1/users', '/v1/funding', '/v1/orders', '/v1/settlements'];

let postgres: TestPostgres;
let service: Service;
let client: PartnerClient;

beforeAll(async () => {
  postgres = await startPostgres();
  const url = await postgres.database();
  await postgres.goDown();
  service = await Service.start({ READ_MODELS_URL: url });
  client = await PartnerClient.logIn(service);
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  await postgres.stop();
});

const expectListsAway = async (): Promise<void> => {
  for (const path of LISTS) expectAway(await client.get(path));
};
const expectAway = ({ status, headers, body }: Answer): void => {
  expect(body).toMatchObject({ status: 503, code: 'read_model_unavailable' });
  expect(status).toBe(503);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
};
const expectLists = async (): Promise<void> => {
  for (const path of LISTS) expect((await client.get(path)).status).toBe(200);
};
const registered = async () => {
  const email = `${randomUUID()}@users.example`;
  const user = { name: 'Grace', familyName: 'Hopper', email, countryCode: 'USA' };
  const { status, body } = await client.post('/v1/user', user);
  expect(status).toBe(201);
  return String(body['id']);
};

describe('a service that is started while PostgreSQL is down', () => {
  let userId: string;
  let pids: number[];

  it('is ready, accepts commands and reads by id', async () => {
    for (const path of ['/health/live', '/health/ready'])
      expect((await call(service.api, 'GET', path)).status).toBe(200);
    userId = await registered();
    expect((await client.get(`/v1/user/${userId}`)).body).toMatchObject({ id: userId });
    pids = pidsOf(service);
  });

  it('returns 503 for lists and settlements', expectListsAway);

  it('reports the unavailable store to operators', async () => {
    const { code, stderr } = await service.ops('sql', 'select 1');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^PostgreSQL at /) });
    const list = await service.ops('attention', 'list');
    expect(list.code).toBe(1);
    expect(list.stderr).toMatch(/read models.*READ_MODELS_URL/);
  });

  it('fills its lists automatically when PostgreSQL is available', async () => {
    await postgres.comeUp();
    expect(await client.listed('/v1/users', 1)).toMatchObject({ users: [{ userId }] });
    await client.listed('/v1/settlements', 1);
    await expectLists();
    expect(pidsOf(service)).toEqual(pids);
  });
});

describe('PostgreSQL that stops during deposits', () => {
  it('neither loses nor repeats a deposit', async () => {
    const userId = await onboardedUser(service, client);
    await postgres.goDown();
    await expectListsAway();
    const body = { userId, direction: 'DEPOSIT', amount: '25.00', externalId: randomUUID() };
    const { status, body: made } = await client.post('/v1/funding', body);
    expect(status).toBe(201);
    const path = `/v1/funding/${String(made['id'])}`;
    expect((await client.get(path)).body).toMatchObject({ amount: 25 });
    await service.restartApi();
    for (const app of ['worker', 'projector'] as const) service.kill(app);
    expect((await client.get(path)).body).toMatchObject({ amount: 25 });
    await expectListsAway();

    await postgres.comeUp();
    expect(await client.until(path, (read) => read['status'] === 'completed')).toMatchObject({
      status: 'completed',
    });
    await client.listed('/v1/funding?status=completed', 1);
    await expectLists();
    const { journals } = await ledgerOf(service);
    expect(journals.filter(({ amount }) => amount === '25.00')).toHaveLength(1);
  });
});

longDescribe('PostgreSQL without free connections', () => {
  it('blocks only lists until connections are available again', async () => {
    const pids = pidsOf(service);
    const userId = await onboardedUser(service, client);
    const strangers = await postgres.crowd(service.readModels);
    const body = { userId, direction: 'DEPOSIT', amount: '26.00', externalId: randomUUID() };
    const { status, body: made } = await client.post('/v1/funding', body);
    expect(status).toBe(201);
    const path = `/v1/funding/${String(made['id'])}`;
    expect((await client.get(path)).body).toMatchObject({ amount: 26 });
    await expectListsAway();
    await strangers.leave();

    const isCompleted = (read: Json) => read['status'] === 'completed';
    expect(isCompleted(await client.until(path, isCompleted))).toBe(true);
    await client.listed('/v1/funding?status=completed', 2);
    await expectLists();
    const { journals } = await ledgerOf(service);
    expect(journals.filter(({ amount }) => amount === '26.00')).toHaveLength(1);
    expect(pidsOf(service)).toEqual(pids);
  });
});
