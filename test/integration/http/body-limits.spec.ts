import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Readable } from 'node:stream';
import { BODY_BYTES_MAX } from '#http/json-body.js';
import { type TestApp, startHttpApp } from '../../support/http-app.js';

/** As many bad credentials as an address may send. */
const FAILURES_MAX = 300;

let app: TestApp;
beforeEach(async () => {
  app = await startHttpApp({ ADDRESS_RATE_PER_S: '100000', TRUST_PROXY: 'loopback' });
});
afterEach(() => app.close());

type Sent = { readonly headers?: Record<string, string>; readonly isChunked?: boolean };

const post = async (path: string, text: string, { headers = {}, isChunked = false }: Sent = {}) => {
  const body = isChunked ? (Readable.toWeb(Readable.from([text])) as ReadableStream) : text;
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    ...(isChunked ? { duplex: 'half' } : {}),
  });
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
};

describe('a body', () => {
  const broken = (bytes: number) => '{'.padEnd(bytes, ' ');
  const partner = { headers: { authorization: 'p-1' } };
  it.each<[string, string, number, Sent]>([
    ['of a stranger', '/things', BODY_BYTES_MAX.unauthenticated, {}],
    ['of a partner', '/pictures/named', BODY_BYTES_MAX.usual, partner],
  ])('%s may be so long, and is not parsed when it is longer', async (_, path, max, sent) => {
    const parse = jest.spyOn(TextDecoder.prototype, 'decode');
    const isParsed = () => parse.mock.calls.some(([bytes]) => (bytes?.byteLength ?? 0) >= max);
    for (const isChunked of [false, true]) {
      expect(await post(path, broken(max + 1), { ...sent, isChunked })).toMatchObject({
        status: 413,
        code: 'body_too_large',
        detail: `The body may have at most ${max} bytes here`,
      });
      expect(isParsed()).toBe(false);
    }
    expect((await post(path, broken(max), sent)).status).toBe(400);
    expect(isParsed()).toBe(true);
    parse.mockRestore();
  });
});

describe('a signed body', () => {
  const from = (i: number, signature: string) => ({
    headers: { 'x-forwarded-for': `203.0.113.${i}`, signature },
  });
  /** As many as close an address when they come within its window, and how they were answered. */
  const guess = async (address: number) => {
    const statuses: unknown[] = [];
    for (let i = 0; i < FAILURES_MAX; i += 50) {
      const some = Array.from({ length: 51 }, () =>
        post('/things/signed', '{}', from(address, 'bad')),
      );
      statuses.push(...(await Promise.all(some)).map(({ status }) => status));
    }
    return statuses;
  };

  it('is judged before anything is made of it', async () => {
    const parse = jest.spyOn(TextDecoder.prototype, 'decode');
    expect(await post('/things/signed', '{not', from(1, 'bad'))).toMatchObject({ status: 401 });
    const texts = parse.mock.calls.map(([bytes]) => Buffer.from(bytes as Uint8Array).toString());
    parse.mockRestore();
    expect(texts).not.toContain('{not');
    expect(await post('/things/signed', '{"a":1}', from(1, 'good'))).toMatchObject({
      heard: '{"a":1}',
    });
  });

  it('that is badly signed counts as a bad credential of its address, and of no other', async () => {
    let statuses: unknown[] = [];
    for (let tries = 0; tries < 10 && !statuses.includes(429); tries++) statuses = await guess(1);
    expect(await post('/things/signed', '{}', from(1, 'good'))).toMatchObject({
      status: 429,
      code: 'rate_limited',
    });
    expect(await post('/things/signed', '{}', from(2, 'good'))).toMatchObject({ heard: '{}' });
  });

  it('is heard from where a well signed one came, whatever else comes from there', async () => {
    await post('/things/signed', '{}', from(3, 'good'));
    await guess(3);
    expect(await post('/things/signed', '{}', from(3, 'good'))).toMatchObject({ heard: '{}' });
  });
});
