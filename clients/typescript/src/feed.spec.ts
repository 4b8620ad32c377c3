import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FeedRejected, LoginRefused, brokerage, type FeedOptions } from './index.js';

type Reply = () => Response | Promise<Response>;

beforeEach(() => {
  // Makes the pauses between retries 0 ms long.
  jest.spyOn(Math, 'random').mockReturnValue(-1);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

const tokens = () => {
  const expiration = new Date(Date.now() + 1_800_000).toISOString();
  return json(200, { authToken: 'token', refreshToken: 'refresh', expiration });
};

const events = (...ids: string[]) => ids.map((id) => ({ id, type: 'user.created' }));
const page =
  (ids: string[], next: string, hasMore = false): Reply =>
  () =>
    json(200, { events: events(...ids), next, hasMore });
const rejected =
  (status: number, code: string, headers?: Record<string, string>): Reply =>
  () =>
    json(status, { code, detail: 'no', status }, headers);
const disconnected: Reply = () => {
  throw new TypeError('fetch failed');
};

/** A service that gives these replies in turn. Returns the queries of the requests for the feed. */
const given = (replies: Reply[], login: Reply = tokens) => {
  const queries: string[] = [];
  const send = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.startsWith('/v1/auth/')) return login();
    searchParams.delete('limit');
    queries.push(searchParams.toString());
    const reply = replies.shift();
    if (reply === undefined) throw new Error('the test gave no more replies');
    return reply();
  };
  const credentials = { apiKey: 'k', email: 'a@b.example', password: 'p' };
  const api = brokerage({ baseUrl: 'http://service.example', ...credentials, fetch: send });
  return { api, queries };
};

/** Reads until this event. */
const read = async (replies: Reply[], last: string, options: FeedOptions = {}) => {
  const { api, queries } = given(replies);
  const ids: string[] = [];
  const pausesMs: number[] = [];
  const onRetry = (_: unknown, pauseMs: number) => void pausesMs.push(pauseMs);
  for await (const { id } of api.events({ pollMs: 1, onRetry, ...options })) {
    ids.push(id);
    if (id === last) break;
  }
  return { ids, queries, pausesMs };
};

describe('the events of the feed', () => {
  it('come from every page, then from the pages that follow', async () => {
    const replies = [
      page(['a', 'b'], 'cur_2', true),
      page(['c'], 'cur_3'),
      page([], 'cur_5'),
      page(['d', 'e'], 'cur_9'),
    ];
    const { ids, queries } = await read(replies, 'e');
    expect(ids).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(queries).toEqual(['', 'after=cur_2', 'after=cur_3', 'after=cur_5']);
  });

  it('start after an event, and have the requested types', async () => {
    const options = { after: 'evt_1', types: ['order.filled', 'order.rejected'] };
    const { queries } = await read([page(['a'], 'cur_1')], 'a', options);
    expect(queries).toEqual(['types=order.filled%2Corder.rejected&after=evt_1']);
  });

  it.each<[string, Reply]>([
    ['a lost connection', disconnected],
    ['a response that ends early', () => new Response('{"events": [', { status: 200 })],
    ['an unavailable service', rejected(503, 'temporarily_unavailable')],
    ['a proxy without the service behind it', () => new Response('<html>', { status: 502 })],
    ['too many requests', rejected(429, 'too_many_requests')],
  ])('continue at the same place after %s', async (_, failure) => {
    const replies = [page(['a'], 'cur_1'), failure, failure, page(['b'], 'cur_2')];
    const { ids, queries } = await read(replies, 'b');
    expect(ids).toEqual(['a', 'b']);
    expect(queries).toEqual(['', 'after=cur_1', 'after=cur_1', 'after=cur_1']);
  });

  it('are requested again after increasing pauses', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const replies = [disconnected, disconnected, page(['a'], 'cur_1')];
    expect((await read(replies, 'a')).pausesMs).toEqual([250, 500]);
  });

  it('wait for the time in Retry-After', async () => {
    const busy = rejected(503, 'temporarily_unavailable', { 'retry-after': '1' });
    expect((await read([busy, page(['a'], 'cur_1')], 'a')).pausesMs).toEqual([1_000]);
  });

  it('continue after a failed login', async () => {
    const logins = [rejected(503, 'temporarily_unavailable'), tokens];
    const { api } = given([page(['a'], 'cur_1')], () => logins.shift()?.() ?? tokens());
    const { value } = await api.events().next();
    expect(value).toMatchObject({ id: 'a' });
  });

  it('end with the reason when the service rejects the request or the credentials', async () => {
    const { api } = given([rejected(422, 'cursor_unknown')]);
    await expect(api.events({ after: 'x' }).next()).rejects.toThrow(FeedRejected);
    const unknown = given([], rejected(401, 'invalid_credentials')).api;
    await expect(unknown.events().next()).rejects.toThrow(LoginRefused);
  });

  it('end after an abort during a pause, a read, or between two events', async () => {
    const waiting = new AbortController();
    const idle = given([page(['a'], 'cur_1')]).api.events({ signal: waiting.signal });
    await idle.next();
    const next = idle.next();
    setImmediate(() => waiting.abort());
    expect(await next).toEqual({ done: true, value: undefined });

    const reading = new AbortController();
    const hanging: Reply = () => {
      reading.abort();
      return disconnected();
    };
    const signal = reading.signal;
    expect(await given([hanging]).api.events({ signal }).next()).toMatchObject({ done: true });

    const between = new AbortController();
    const two = given([page(['a', 'b'], 'cur_2')]).api.events({ signal: between.signal });
    await two.next();
    between.abort();
    expect(await two.next()).toMatchObject({ done: true });
  });
});
