import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { type Answer, PartnerClient, type Service } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';
import { codeOf, steadyStep, wrongCodes } from '../../support/totp.js';
import { codes as faultsOf, person } from '../../support/people.js';

let service: Service;
let client: PartnerClient;
let other: PartnerClient;

beforeAll(async () => {
  service = await leasedService();
  client = await PartnerClient.logIn(service);
  other = await PartnerClient.logIn(service, service.demo.secondPartner);
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

const newUser = async (email = `ada-${randomUUID()}@users.example`) =>
  String((await client.post('/v1/users', person({ email }))).body['userId']);

const enable = (userId: string, by = client) =>
  by.post('/v1/auth/2fa/enable', { userId, type: 'authenticator' });

const verify = (userId: string, code: unknown, by = client) =>
  by.post('/v1/auth/2fa/verify', { userId, code });

const enabled = async () => {
  const userId = await newUser();
  const { body } = await enable(userId);
  return { userId, secret: String(body['secret']) };
};

const verdict = (verified: boolean) => ({ status: 200, body: { verified } });
const refused = (status: number, code: string) => ({ status, body: { status, code } });
const tooMany = refused(429, 'too_many_attempts');

/** Returns the text of the QR code. */
const scanned = (dataUrl: unknown): URL => {
  const prefix = 'data:image/png;base64,';
  expect(String(dataUrl).startsWith(prefix)).toBe(true);
  const png = PNG.sync.read(Buffer.from(String(dataUrl).slice(prefix.length), 'base64'));
  const found = jsqr.default(new Uint8ClampedArray(png.data), png.width, png.height);
  return new URL(found?.data ?? '');
};

const retryAfterS = ({ headers }: Answer) => Number(headers.get('retry-after'));

describe('enabling', () => {
  it('returns a 160-bit secret and a readable QR code', async () => {
    const email = `ada+${randomUUID()}@users.example`;
    const { status, body } = await enable(await newUser(email));
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['qrCode', 'secret']);
    expect(body['secret']).toMatch(/^[A-Z2-7]{32}$/);
    const uri = scanned(body['qrCode']);
    expect(`${uri.protocol}//${uri.host}`).toBe('otpauth://totp');
    expect(decodeURIComponent(uri.pathname)).toBe(`/Demo partner:${email}`);
    expect(uri.searchParams.get('secret')).toBe(body['secret']);
    expect(uri.searchParams.get('issuer')).toBe('Demo partner');
  });
  it('again replaces the secret until a code was right', async () => {
    const { userId, secret: first } = await enabled();
    const { body } = await enable(userId);
    const second = String(body['secret']);
    expect(second).not.toBe(first);
    const step = await steadyStep();
    expect(await verify(userId, codeOf(first, step))).toMatchObject(verdict(false));
    expect(await verify(userId, codeOf(second, step))).toMatchObject(verdict(true));
    expect(await enable(userId)).toMatchObject(refused(409, 'two_factor_already_enabled'));
  });
  it('is refused for an unknown user and for another partner’s user', async () => {
    const userId = await newUser();
    for (const id of [randomUUID(), 'nobody', ''])
      expect(await enable(id)).toMatchObject(refused(404, 'user_not_found'));
    expect(await enable(userId, other)).toMatchObject(refused(404, 'user_not_found'));
  });
  it('supports only one type', async () => {
    const body = { userId: await newUser(), type: 'sms' };
    const answer = await client.post('/v1/auth/2fa/enable', body);
    expect(answer).toMatchObject(refused(422, 'type_not_supported'));
    const shapeless = await client.post('/v1/auth/2fa/enable', { type: null, more: 1 });
    expect(shapeless.status).toBe(400);
    expect(faultsOf(shapeless.body).sort()).toEqual([
      '/more field_unknown',
      '/type type_invalid',
      '/userId field_missing',
    ]);
  });
  it('is refused for a suspended user, whose codes are still verified', async () => {
    const { userId, secret } = await enabled();
    await service.ops('user', 'suspend', '--user', userId, '--reason', 'test');
    expect(await enable(userId)).toMatchObject(refused(409, 'user_not_active'));
    const code = codeOf(secret, await steadyStep());
    expect(await verify(userId, code)).toMatchObject(verdict(true));
  });
});

describe('a code', () => {
  it('is valid once, and afterwards only later codes are', async () => {
    const { userId, secret } = await enabled();
    const step = await steadyStep();
    const [before, now, after] = [-1, 0, 1].map((by) => codeOf(secret, step + by));
    const first = await verify(userId, now);
    expect(first).toMatchObject(verdict(true));
    expect(Object.keys(first.body).sort()).toEqual(['timestamp', 'verified']);
    expect(first.body['timestamp']).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    expect(await verify(userId, now)).toMatchObject(verdict(false));
    expect(await verify(userId, before)).toMatchObject(verdict(false));
    expect(await verify(userId, after)).toMatchObject(verdict(true));
  });
  it('is valid for one of fifty concurrent requests', async () => {
    const { userId, secret } = await enabled();
    const code = codeOf(secret, await steadyStep());
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(userId, code)));
    const verdicts = answers.map(({ status, body }) => body['verified'] ?? status);
    const count = (verdict: unknown) => verdicts.filter((each) => each === verdict).length;
    expect([count(true), count(false), count(429)]).toEqual([1, 5, 44]);
  });
  it('must be six digits, and is not counted otherwise', async () => {
    const { userId, secret } = await enabled();
    for (const code of ['12345', '1234567', 'abcdef', '', '12 456', '１２３４５６'])
      expect(await verify(userId, code)).toMatchObject(refused(422, 'code_invalid'));
    expect((await verify(userId, 123_456)).status).toBe(400);
    const code = codeOf(secret, await steadyStep());
    expect(await verify(userId, code)).toMatchObject(verdict(true));
  });
  it('is refused without an enabled secret', async () => {
    const userId = await newUser();
    expect(await verify(userId, '123456')).toMatchObject(refused(409, 'two_factor_not_enabled'));
    expect(await verify(userId, '123456', other)).toMatchObject(refused(404, 'user_not_found'));
    expect(await verify(randomUUID(), '123456')).toMatchObject(refused(404, 'user_not_found'));
  });
});

describe('five wrong codes', () => {
  it('lock out only this user, also after a restart and a wiped Redis', async () => {
    const [locked, free] = [await enabled(), await enabled()];
    const step = await steadyStep();
    for (const code of wrongCodes(locked.secret, step, 5))
      expect(await verify(locked.userId, code)).toMatchObject(verdict(false));
    const right = () => verify(locked.userId, codeOf(locked.secret, step));
    const answer = await right();
    expect(answer).toMatchObject(tooMany);
    expect(retryAfterS(answer)).toBeGreaterThan(200);
    expect(retryAfterS(answer)).toBeLessThanOrEqual(300);
    expect(answer.headers.get('ratelimit-policy')).toBe('"two-factor";q=5;w=300');
    expect(answer.headers.get('ratelimit')).toMatch(/^"two-factor";r=0;t=\d+$/);

    const redis = new Redis(service.redisPort, '127.0.0.1');
    await redis.flushall();
    redis.disconnect();
    service.kill('api');
    await client.until('/v1/settlements', () => true);
    expect(await right()).toMatchObject(tooMany);
    expect(await verify(free.userId, codeOf(free.secret, await steadyStep()))).toMatchObject(
      verdict(true),
    );
  });
  it('in concurrent requests lock out a right code, too', async () => {
    const { userId, secret } = await enabled();
    const step = await steadyStep();
    const guesses = [...wrongCodes(secret, step, 30), codeOf(secret, step)];
    const answers = await Promise.all(guesses.map((code) => verify(userId, code)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(5);
    expect(answers.some(({ body }) => body['verified'] === true)).toBe(false);
  });
});

describe('a secret', () => {
  it('is not in plaintext in events and logs', async () => {
    const { userId, secret } = await enabled();
    await verify(userId, codeOf(secret, await steadyStep()));
    const files = readdirSync(service.dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(service.dataDir, name))
      .filter((path) => statSync(path).isFile());
    expect(files.some((path) => readFileSync(path).includes(userId))).toBe(true);
    expect(files.filter((path) => readFileSync(path).includes(secret))).toEqual([]);
  });
});
