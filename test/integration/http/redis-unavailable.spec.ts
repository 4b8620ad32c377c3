import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Apis, newPartner, openApis } from '../../support/apis.js';
import { logIn } from '../../support/log-in.js';
import { type Demo, type Json, call } from '../../support/service.js';

let apis: Apis;
let api: string;
let partner: Demo;
let headers: Record<string, string>;

beforeAll(async () => {
  apis = await openApis();
  api = await apis.start();
  partner = await newPartner(apis);
  const { body } = await logIn(api, partner);
  headers = { authorization: `bearer ${String(body['authToken'])}` };
});

afterAll(() => apis.close());

const register = (more: Json = {}) =>
  call(api, 'POST', '/v1/user', {
    headers,
    body: {
      name: 'Ada',
      familyName: 'Lovelace',
      email: `${randomUUID()}@users.example`,
      countryCode: 'USA',
      ...more,
    },
  });

describe.each(['silent', 'gone'])('while Redis is %s', (how) => {
  beforeAll(() => apis.redis[how === 'gone' ? 'stop' : 'freeze']());
  afterAll(() => (how === 'gone' ? undefined : apis.redis.thaw()));

  it('commands are accepted and read back by their id', async () => {
    const { status, body } = await register();
    expect(status).toBe(201);
    const path = `/v1/user/${String(body['id'])}`;
    expect((await call(api, 'GET', path, { headers })).body).toEqual(body);
  });
  it('refusals are as ever', async () => {
    expect((await register({ email: 'x' })).status).toBe(422);
    expect((await call(api, 'GET', '/v1/user/x', { headers })).status).toBe(404);
    expect((await call(api, 'GET', '/v1/users')).status).toBe(401);
  });
  it.each([
    ['lists', () => call(api, 'GET', '/v1/users', { headers })],
    ['logging in', () => logIn(api, partner)],
  ])('%s is 503 with Retry-After', async (_, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
  it('the process lives, and is ready for what it can do', async () => {
    for (const path of ['/health/live', '/health/ready'])
      expect((await call(api, 'GET', path)).status).toBe(200);
  });
});
