import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { Redis } from 'ioredis';
import { type Apis, newPartner, openApis } from '../../support/apis.js';
import { logIn } from '../../support/log-in.js';
import { type Answer, type Demo, call } from '../../support/service.js';

type Session = { readonly authToken: string; readonly refreshToken: string };

let apis: Apis;
let api: string;
let other: string;
let partner: Demo;

beforeAll(async () => {
  apis = await openApis();
  [api, other] = await Promise.all([apis.start(), apis.start()]);
  partner = await newPartner(apis);
});

afterAll(() => apis.close());

const sessionOf = ({ body }: Answer): Session => body as unknown as Session;
const newSession = async () => sessionOf(await logIn(api, partner));

const refresh = (
  { authToken, refreshToken }: Session,
  { inHeader = authToken, at = api }: { inHeader?: string; at?: string } = {},
) =>
  call(at, 'POST', '/v1/auth/refresh-token', {
    headers: { authorization: `bearer ${inHeader}` },
    body: { authToken, refreshToken },
  });

const refused = { status: 401, body: { code: 'invalid_token' } };

describe('refreshing', () => {
  it('answers as log-in does, with a new token and a new end', async () => {
    const login = await logIn(api, partner);
    const { iat = 0 } = decodeJwt(String(login.body['authToken']));
    // Tokens count whole seconds.
    while (Date.now() < (iat + 1) * 1_000) await sleep(20);
    const answer = await refresh(sessionOf(login));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(Object.keys(login.body).sort());
    const { partnerUserId, partnerId, email } = login.body;
    expect(answer.body).toMatchObject({ partnerUserId, partnerId, email });
    expect(answer.body['authToken']).not.toBe(login.body['authToken']);
    expect(answer.body['refreshToken']).not.toBe(login.body['refreshToken']);
    const { exp = 0 } = decodeJwt(String(answer.body['authToken']));
    expect(answer.body['expiration']).toMatch(/T\d{2}:\d{2}:\d{2}\.000\+00:00$/);
    expect(Date.parse(String(answer.body['expiration']))).toBe(exp * 1_000);
    expect(exp).toBeGreaterThan(decodeJwt(String(login.body['authToken'])).exp ?? exp);
  });
  it('goes on and on, at any process', async () => {
    let session = await newSession();
    for (const at of [api, other, api, other]) {
      const answer = await refresh(session, { at });
      expect(answer.status).toBe(200);
      session = sessionOf(answer);
    }
  });
  it('revokes the whole family when a used token comes again', async () => {
    const first = await newSession();
    const second = sessionOf(await refresh(first));
    expect(await refresh(first, { at: other })).toMatchObject(refused);
    expect(await refresh(second)).toMatchObject(refused);
  });
  it('leaves other sign-ins of the user alone then', async () => {
    const [first, another] = [await newSession(), await newSession()];
    await refresh(first);
    await refresh(first);
    expect((await refresh(another)).status).toBe(200);
  });
  it('has one winner of twenty at once, over two processes', async () => {
    const session = await newSession();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => refresh(session, { at: i % 2 === 0 ? api : other })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  });
});

describe('refreshing is refused', () => {
  it('with another authToken in the header', async () => {
    const [session, another] = [await newSession(), await newSession()];
    expect(await refresh(session, { inHeader: another.authToken })).toMatchObject(refused);
    expect((await refresh(session)).status).toBe(200);
  });
  it('with another authToken in the body', async () => {
    const [session, another] = [await newSession(), await newSession()];
    const mixed = { authToken: another.authToken, refreshToken: session.refreshToken };
    expect(await refresh(mixed, { inHeader: session.authToken })).toMatchObject(refused);
    expect((await refresh(session)).status).toBe(200);
  });
  it('with the authToken of another sign-in', async () => {
    const [session, another] = [await newSession(), await newSession()];
    const mixed = { authToken: another.authToken, refreshToken: session.refreshToken };
    expect(await refresh(mixed)).toMatchObject(refused);
    expect((await refresh(session)).status).toBe(200);
  });
  it('with the authToken from before the last refresh', async () => {
    const first = await newSession();
    const { refreshToken } = sessionOf(await refresh(first));
    expect(await refresh({ authToken: first.authToken, refreshToken })).toMatchObject(refused);
  });
  it('with the refresh token of another partner’s user', async () => {
    const [session, stranger] = [await newSession(), await newPartner(apis)];
    const theirs = sessionOf(await logIn(api, stranger));
    const mixed = { authToken: theirs.authToken, refreshToken: session.refreshToken };
    expect(await refresh(mixed)).toMatchObject(refused);
    expect((await refresh(session)).status).toBe(200);
  });
  it.each(['no-such-token', '00000000-0000-4000-8000-000000000000'])(
    'with the refresh token "%s"',
    async (refreshToken) =>
      expect(await refresh({ ...(await newSession()), refreshToken })).toMatchObject(refused),
  );
  it('without a token in the header', async () => {
    const body = await newSession();
    const answer = await call(api, 'POST', '/v1/auth/refresh-token', { body });
    expect(answer).toMatchObject(refused);
  });
  it('for what is no request of this shape', async () => {
    const { authToken } = await newSession();
    const headers = { authorization: `bearer ${authToken}` };
    const answer = await call(api, 'POST', '/v1/auth/refresh-token', { headers, body: {} });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
  it('for empty tokens by their names', async () => {
    const { authToken } = await newSession();
    const headers = { authorization: `bearer ${authToken}` };
    const body = { authToken: '', refreshToken: '' };
    const answer = await call(api, 'POST', '/v1/auth/refresh-token', { headers, body });
    expect(answer.status).toBe(422);
    expect(answer.body['errors']).toEqual([
      expect.objectContaining({ pointer: '/authToken', code: 'length_invalid' }),
      expect.objectContaining({ pointer: '/refreshToken', code: 'length_invalid' }),
    ]);
  });
});

describe('what Redis holds of it', () => {
  it('is not a token, and expires automatically', async () => {
    const { refreshToken, authToken } = await newSession();
    const redis = new Redis(apis.redisUrl);
    const keys = await redis.keys('refresh*');
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(await redis.pttl(key)).toBeGreaterThan(0);
      const content = JSON.stringify([
        key,
        (await redis.type(key)) === 'hash' ? await redis.hgetall(key) : await redis.get(key),
      ]);
      expect(content).not.toContain(refreshToken);
      expect(content).not.toContain(authToken);
    }
    redis.disconnect();
  });
});
