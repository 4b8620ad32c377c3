import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import { CreateKey } from '#auth/create-key/create-key.handler.js';
import { RevokeKey } from '#auth/revoke-key/revoke-key.handler.js';
import { newSigningKey, rotatedSigningKeys, signingKeysText } from '#config/keys.js';
import { type Apis, newPartner, openApis } from '../../support/apis.js';
import { logIn } from '../../support/log-in.js';
import { type Demo, call } from '../../support/service.js';

const REVOKED_EVERYWHERE_MS = 1_000;

let apis: Apis;

beforeAll(async () => {
  apis = await openApis();
});

afterAll(() => apis.close());

const tokenOf = async (at: string, partner: Demo) =>
  String((await logIn(at, partner)).body['authToken']);

/** 404 where the token is good, 401 where it is not. */
const statusWith = async (at: string, token: string) => {
  const headers = { authorization: `bearer ${token}` };
  const path = '/v1/funding/00000000-0000-4000-8000-000000000000';
  return (await call(at, 'GET', path, { headers })).status;
};

describe('API keys', () => {
  it('are two at most, also when many are asked for at once', async () => {
    const { id } = await newPartner(apis);
    const asked = await Promise.allSettled(
      Array.from({ length: 4 }, () => apis.commands.execute(new CreateKey(id))),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of asked)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'too_many_keys' });
  });
  it('stop working everywhere within a second, with the tokens got by them', async () => {
    const processes = await Promise.all([apis.start(), apis.start()]);
    const [api] = processes;
    const partner = await newPartner(apis);
    const fresh = await apis.commands.execute(new CreateKey(partner.id));
    const [token, refreshed] = [await tokenOf(api, partner), await logIn(api, partner)];
    const kept = await tokenOf(api, { ...partner, ...fresh });
    for (const at of processes) expect(await statusWith(at, token)).toBe(404);

    await apis.commands.execute(new RevokeKey(partner.keyId));
    await sleep(REVOKED_EVERYWHERE_MS);
    for (const at of processes) {
      expect(await statusWith(at, token)).toBe(401);
      expect(await logIn(at, partner)).toMatchObject({
        status: 401,
        body: { code: 'invalid_credentials' },
      });
      const { authToken, refreshToken } = refreshed.body;
      const renewed = await call(at, 'POST', '/v1/auth/refresh-token', {
        headers: { authorization: `bearer ${String(authToken)}` },
        body: { authToken, refreshToken },
      });
      expect(renewed.status).toBe(401);
      expect(await statusWith(at, kept)).toBe(404);
      expect((await logIn(at, { ...partner, ...fresh })).status).toBe(200);
    }
  });
});

describe('rotating the signing key', () => {
  it('signs nobody out, on the way from each step to the next', async () => {
    const old = newSigningKey();
    const { kid, announce, switch: swap, finish } = rotatedSigningKeys([old]);
    const steps = [[old], announce, swap, finish];
    const processes = await Promise.all(
      steps.map((ring) => apis.start({ SIGNING_KEYS: signingKeysText(ring) })),
    );
    const partner = await newPartner(apis);
    const tokens = await Promise.all(processes.map((at) => tokenOf(at, partner)));
    expect(tokens.map((token) => decodeProtectedHeader(token).kid)).toEqual([
      old.kid,
      old.kid,
      kid,
      kid,
    ]);
    for (const [i, token] of tokens.entries())
      for (const at of processes.slice(Math.max(0, i - 1), i + 2))
        expect(await statusWith(at, token)).toBe(404);
    expect(await statusWith(processes[3] ?? '', tokens[0] ?? '')).toBe(401);
  });
  it('publishes both keys while tokens of both are about', async () => {
    const { announce } = rotatedSigningKeys([newSigningKey()]);
    const at = await apis.start({ SIGNING_KEYS: signingKeysText(announce) });
    const { body } = await call(at, 'GET', '/.well-known/jwks.json');
    const kids = (body['keys'] as { kid: string }[]).map(({ kid }) => kid);
    expect(kids).toEqual(announce.map(({ kid }) => kid));
  });
});
