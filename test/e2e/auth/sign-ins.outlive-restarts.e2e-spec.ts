import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { logIn } from '../../support/log-in.js';
import { opsHere } from '../../support/ops-here.js';
import { type Json, type Service, call } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';

type Partner = {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly keyId: string;
  readonly apiKey: string;
};

const REVOKED_EVERYWHERE_MS = 1_000;

let service: Service;

beforeAll(async () => {
  service = await leasedService();
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

const ops = async (...args: string[]): Promise<Json> => {
  const { code, stdout, stderr } = await opsHere(service, ...args, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Json;
};

/** A partner that the operator created. */
const newPartner = async (): Promise<Partner> => {
  const { id } = await ops('partner', 'create', '--name', `Acme ${randomUUID()}`);
  const partner = ['--partner', String(id)];
  const user = await ops('partner-user', 'create', ...partner, '--email', 'server@acme.example');
  const key = await ops('key', 'create', ...partner);
  return { ...user, ...key, id } as unknown as Partner;
};

const flushAll = async () => {
  const redis = new Redis(service.redisPort, '127.0.0.1');
  await redis.flushall();
  redis.disconnect();
};

const bearer = (token: unknown) => ({ authorization: `bearer ${String(token)}` });

const statusWith = async (token: unknown) =>
  (await call(service.api, 'GET', '/v1/users', { headers: bearer(token) })).status;

const refresh = ({ authToken, refreshToken }: Json) =>
  call(service.api, 'POST', '/v1/auth/refresh-token', {
    headers: bearer(authToken),
    body: { authToken, refreshToken },
  });

describe('a lock-out', () => {
  it('survives the death of the api and a wiped Redis', async () => {
    const partner = await newPartner();
    for (let i = 0; i < 5; i++)
      expect((await logIn(service.api, { ...partner, password: `wrong ${i}` })).status).toBe(401);
    const tooMany = { status: 429, body: { code: 'too_many_attempts' } };
    expect(await logIn(service.api, partner)).toMatchObject(tooMany);
    await service.restartApi();
    expect(await logIn(service.api, partner)).toMatchObject(tooMany);
    await flushAll();
    expect(await logIn(service.api, partner)).toMatchObject(tooMany);
  });
});

describe('tokens', () => {
  it('survive the death of the api', async () => {
    const { body } = await logIn(service.api, service.demo.partner);
    await service.restartApi();
    expect(await statusWith(body['authToken'])).toBe(200);
    expect((await refresh(body)).status).toBe(200);
  });
  it('and logins work after Redis was wiped, but refreshes do not', async () => {
    const { body } = await logIn(service.api, service.demo.partner);
    await flushAll();
    expect(await refresh(body)).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    const path = '/v1/funding/00000000-0000-4000-8000-000000000000';
    const read = await call(service.api, 'GET', path, { headers: bearer(body['authToken']) });
    expect(read.status).toBe(404);
    expect((await logIn(service.api, service.demo.partner)).status).toBe(200);
  });
});

describe('the operator’s API keys', () => {
  it('are two at most, shown once, listed without secrets, and revoked with their tokens', async () => {
    const partner = await newPartner();
    const own = ['--partner', partner.id];
    const second = (await ops('key', 'create', ...own)) as Pick<Partner, 'keyId' | 'apiKey'>;
    const third = await opsHere(service, 'key', 'create', ...own, '--json');
    expect([third.code, third.stdout]).toEqual([1, '']);
    expect(third.stderr).toMatch(/2 keys are already active/);

    const { body: old } = await logIn(service.api, partner);
    const { body: fresh } = await logIn(service.api, { ...partner, ...second });
    await ops('key', 'revoke', '--key', partner.keyId);
    await sleep(REVOKED_EVERYWHERE_MS);
    expect(await statusWith(old['authToken'])).toBe(401);
    expect((await logIn(service.api, partner)).status).toBe(401);
    expect((await refresh(fresh)).status).toBe(200);

    const listed = await opsHere(service, 'key', 'list', ...own, '--json');
    expect(listed.stdout).not.toContain(partner.apiKey.slice(-20));
    const used = {
      ...{ createdAt: expect.any(String), endsAt: null, lastUsedAt: expect.any(String) },
      usesKnownSince: expect.any(String),
    };
    expect(JSON.parse(listed.stdout)).toEqual([
      { ...used, keyId: partner.keyId, revokedAt: expect.any(String) },
      { ...used, keyId: second.keyId, revokedAt: null },
    ]);
  });
});

describe('the operator’s signing keys', () => {
  it('are listed, and new keys are created without a change of the current keys', async () => {
    const listed = (await ops('signing-key', 'list')) as unknown as { kid: string; use: string }[];
    const { body } = await call(service.api, 'GET', '/.well-known/jwks.json');
    const published = (body['keys'] as { kid: string }[]).map(({ kid }) => kid);
    expect(listed).toEqual([{ kid: published[0], use: 'signs and verifies' }]);

    const next = await ops('signing-key', 'rotate');
    const kidsOf = (ring: unknown) =>
      (JSON.parse(String(ring)) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
    const { kid, announce, finish } = next;
    expect(kidsOf(announce)).toEqual([published[0], kid]);
    expect(kidsOf(next['switch'])).toEqual([kid, published[0]]);
    expect(kidsOf(finish)).toEqual([kid]);
    expect(await ops('signing-key', 'list')).toEqual(listed);
  });
});
