import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LoginRefused, brokerage, type operations } from './index.js';

const LIFETIME_MS = 1_800_000;
const START_MS = Date.UTC(2026, 2, 2);

let nowMs: number;
let now: ReturnType<typeof jest.spyOn>;

beforeEach(() => {
  nowMs = START_MS;
  now = jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
});
afterEach(() => now.mockRestore());

type Handler = (path: string, token: string | null, nth: number) => Response | null;

/** A service in memory that records calls. `handler` may replace the response of a call. */
const given = (handler: Handler = () => null, serverAheadMs = 0) => {
  const calls: string[] = [];
  let issued = 0;
  const tokens = () => {
    issued += 1;
    const expiration = new Date(nowMs + serverAheadMs + LIFETIME_MS).toISOString();
    return { authToken: `token-${issued}`, refreshToken: `refresh-${issued}`, expiration };
  };
  const send = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const token = request.headers.get('authorization')?.replace('bearer ', '') ?? null;
    const body = (await request.text()) || '{}';
    const { refreshToken = '' } = JSON.parse(body) as { refreshToken?: string };
    calls.push(`${pathname.replace('/v1/', '')} ${refreshToken || (token ?? '')}`.trim());
    await Promise.resolve();
    const special = handler(pathname, token, calls.length);
    if (special !== null) return special;
    return respond(200, pathname.startsWith('/v1/auth/') ? tokens() : ['USA'], serverAheadMs);
  };
  const credentials = { apiKey: 'k', email: 'a@b.example', password: 'p' };
  const api = brokerage({ baseUrl: 'http://service.example', ...credentials, fetch: send });
  const read = () => api.GET('/v1/onboarding/trading-countries');
  return { api, calls, read };
};

const respond = (status: number, body: unknown, aheadMs = 0) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', date: new Date(nowMs + aheadMs).toUTCString() },
  });

const COUNTRIES = 'onboarding/trading-countries';
const rejected = (status: number, code: string) => respond(status, { code, detail: 'no' });

describe('the client', () => {
  it('logs in once for many first calls', async () => {
    const { calls, read } = given();
    const results = await Promise.all([read(), read(), read()]);
    expect(results.map(({ data }) => data)).toEqual([['USA'], ['USA'], ['USA']]);
    expect(calls).toEqual(['auth/login', ...Array<string>(3).fill(`${COUNTRIES} token-1`)]);
  });

  it('renews before the end, once for many calls', async () => {
    const { calls, read } = given();
    await read();
    nowMs += LIFETIME_MS - 59_000;
    await Promise.all([read(), read()]);
    expect(calls.slice(2)).toEqual([
      'auth/refresh-token refresh-1',
      `${COUNTRIES} token-2`,
      `${COUNTRIES} token-2`,
    ]);
  });

  it('keeps a token before the last part of its lifetime', async () => {
    const { calls, read } = given();
    await read();
    nowMs += LIFETIME_MS - 61_000;
    await read();
    expect(calls.slice(2)).toEqual([`${COUNTRIES} token-1`]);
  });

  it.each([
    ['behind', 3_600_000],
    ['ahead of', -3_600_000],
  ])(
    'renews by the lifetime of the token if its clock is %s the clock of the server',
    async (_, serverAheadMs) => {
      const { calls, read } = given(undefined, serverAheadMs);
      await read();
      nowMs += LIFETIME_MS - 62_000;
      await read();
      nowMs += 4_000;
      await read();
      expect(calls.slice(2)).toEqual([
        `${COUNTRIES} token-1`,
        'auth/refresh-token refresh-1',
        `${COUNTRIES} token-2`,
      ]);
    },
  );

  it('logs in if the token has expired', async () => {
    const { calls, read } = given();
    await read();
    nowMs += LIFETIME_MS;
    await read();
    expect(calls.slice(2)).toEqual(['auth/login', `${COUNTRIES} token-2`]);
  });

  it.each<[string, () => Response]>([
    [
      'gets no response',
      () => {
        throw new TypeError('fetch failed');
      },
    ],
    ['is rejected', () => rejected(401, 'invalid_token')],
    ['fails with 503', () => rejected(503, 'temporarily_unavailable')],
  ])('logs in if a refresh %s, and does not send that refresh token again', async (_, fail) => {
    const { calls, read } = given((path) => (path.endsWith('refresh-token') ? fail() : null));
    await read();
    nowMs += LIFETIME_MS - 30_000;
    await read();
    await read();
    expect(calls.slice(2)).toEqual([
      'auth/refresh-token refresh-1',
      'auth/login',
      `${COUNTRIES} token-2`,
      `${COUNTRIES} token-2`,
    ]);
  });

  it('repeats a call with a new login if its token was revoked', async () => {
    const { api, calls } = given((_, token) =>
      token === 'token-1' ? rejected(401, 'invalid_token') : null,
    );
    const body = { name: 'Ada', familyName: 'L', email: 'a@b.example', countryCode: 'USA' };
    expect((await api.POST('/v1/user', { body })).response.status).toBe(200);
    expect(calls).toEqual(['auth/login', 'user token-1', 'auth/login', 'user token-2']);
  });

  it('returns a second 401 to the caller', async () => {
    const { read, calls } = given((path) =>
      path.includes('/auth/') ? null : rejected(401, 'invalid_token'),
    );
    expect((await read()).error).toMatchObject({ code: 'invalid_token' });
    expect(calls).toHaveLength(4);
  });

  it('rejects wrong credentials, and logs in again at the next call', async () => {
    const { read, calls } = given((path, _, nth) =>
      path.endsWith('login') && nth === 1 ? rejected(401, 'invalid_credentials') : null,
    );
    await expect(read()).rejects.toThrow(LoginRefused);
    expect((await read()).data).toEqual(['USA']);
    expect(calls).toEqual(['auth/login', 'auth/login', `${COUNTRIES} token-1`]);
  });
});

type Refusal<Status extends number> = {
  readonly responses: Readonly<
    Record<Status, { readonly content: { readonly 'application/problem+json': { code: string } } }>
  >;
};
type CodesOf<
  Operation extends Refusal<Status>,
  Status extends number,
> = Operation['responses'][Status]['content']['application/problem+json']['code'];

it('has types for the error codes of each endpoint', () => {
  const known: CodesOf<operations['getOrder'], 404> = 'order_not_found';
  // @ts-expect-error: another endpoint's code
  const unknown: CodesOf<operations['getOrder'], 404> = 'user_not_found';
  expect(known).not.toBe(unknown);
});
