import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DisablePartnerUser } from '#auth/disable-partner-user/disable-partner-user.handler.js';
import { ResetPartnerUser } from '#auth/reset-partner-user/reset-partner-user.handler.js';
import { pause } from '#kernel/concurrency/pause.js';
import { type Apis, newPartner, openApis } from '../../support/apis.js';
import { logIn } from '../../support/log-in.js';
import { type Demo, call } from '../../support/service.js';
import { REVOKED_DOCUMENTED_MS } from '../../contract/timing/documented.js';

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

type Tokens = { readonly authToken: string; readonly refreshToken: string };

const tokensIn = (body: Readonly<Record<string, unknown>>): Tokens => ({
  authToken: String(body['authToken']),
  refreshToken: String(body['refreshToken']),
});
const signIn = async (who = partner): Promise<Tokens> => tokensIn((await logIn(api, who)).body);
const bearer = ({ authToken }: Tokens) => ({ headers: { authorization: `Bearer ${authToken}` } });
const isOpen = async (at: string, tokens: Tokens): Promise<boolean> => {
  const { status } = await call(at, 'GET', `/v1/funding/${randomUUID()}`, bearer(tokens));
  expect([401, 404]).toContain(status);
  return status === 404;
};
const refresh = (tokens: Tokens) =>
  call(api, 'POST', '/v1/auth/refresh-token', { ...bearer(tokens), body: tokens });
const logOut = (tokens: Tokens) => call(api, 'POST', '/v1/auth/logout', bearer(tokens));
/** Here and in the other process, after as long as it may take. */
const everywhere = async (tokens: Tokens): Promise<boolean[]> => {
  await pause(REVOKED_DOCUMENTED_MS);
  return Promise.all([isOpen(api, tokens), isOpen(other, tokens)]);
};

describe('logging out', () => {
  it('ends that sign-in, here at once and everywhere within a second, and no other', async () => {
    const [mine, another] = [await signIn(), await signIn()];
    expect(await isOpen(other, mine)).toBe(true);
    const { status, body } = await logOut(mine);
    expect([status, body]).toEqual([204, null]);
    expect(await isOpen(api, mine)).toBe(false);
    expect(await everywhere(mine)).toEqual([false, false]);
    expect(await everywhere(another)).toEqual([true, true]);
  });
  it('needs no body, whatever type of one is announced', async () => {
    const tokens = await signIn();
    const { headers } = bearer(tokens);
    const typed = { headers: { ...headers, 'content-type': 'application/json' }, raw: '' };
    const needing = await call(api, 'POST', '/v1/auth/refresh-token', typed);
    expect([needing.status, needing.body['code']]).toEqual([400, 'validation_failed']);
    expect((await call(api, 'POST', '/v1/auth/logout', typed)).status).toBe(204);
    expect(await isOpen(api, tokens)).toBe(false);
  });
  it('ends all tokens of it', async () => {
    const first = await signIn();
    const next = tokensIn((await refresh(first)).body);
    await logOut(next);
    expect([await isOpen(api, first), await isOpen(api, next)]).toEqual([false, false]);
    expect((await refresh(next)).status).toBe(401);
  });
  it('wants a token that is good', async () => {
    const mine = await signIn();
    await logOut(mine);
    expect((await logOut(mine)).status).toBe(401);
  });
});

describe('a used refresh token that comes again', () => {
  it('ends the access tokens of its sign-in, too', async () => {
    const first = await signIn();
    const next = tokensIn((await refresh(first)).body);
    const { refreshToken } = first;
    expect((await refresh({ ...next, refreshToken })).status).toBe(401);
    expect(await everywhere(next)).toEqual([false, false]);
    expect(await everywhere(first)).toEqual([false, false]);
  });
});

describe('an operator', () => {
  it('disables a partner user: no session goes on, and none begins', async () => {
    const who = await newPartner(apis);
    const mine = await signIn(who);
    await apis.commands.execute(new DisablePartnerUser(who.id, who.email, 'left'));
    expect(await everywhere(mine)).toEqual([false, false]);
    expect((await logIn(api, who)).body['code']).toBe('invalid_credentials');
  });
  it('gives another password: the old one and its sessions are over', async () => {
    const who = await newPartner(apis);
    const mine = await signIn(who);
    const reset = await apis.commands.execute(new ResetPartnerUser(who.id, who.email));
    apis.secrets.add('a password', reset.password);
    expect(await everywhere(mine)).toEqual([false, false]);
    expect((await logIn(api, who)).status).toBe(401);
    const again = await signIn({ ...who, password: reset.password });
    expect(await everywhere(again)).toEqual([true, true]);
  });
});
