import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { PICTURE_BYTES_MAX, type TestApp, raw, startHttpApp } from '../../support/http-app.js';

const MIB = 1024 * 1024;

let app: TestApp;
beforeAll(async () => {
  app = await startHttpApp();
});
afterAll(() => app.close());

type Sent = { readonly type?: string | null; readonly headers?: Record<string, string> };

const post = async (
  body: NonNullable<RequestInit['body']>,
  { type = 'application/json', headers = {} }: Sent = {},
) => {
  const response = await fetch(`${app.url}/things`, {
    method: 'POST',
    headers: { ...(type === null ? {} : { 'content-type': type }), ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  return { response, problem: (await response.json()) as Record<string, unknown> };
};

const pointersOf = ({ errors }: Record<string, unknown>) =>
  (errors as { pointer: string }[]).map(({ pointer }) => pointer);

/** A stream of so many bytes that are made while they are sent. */
const endless = (bytes: number) => {
  const chunk = Buffer.alloc(64 * 1024, 'a');
  const chunks = function* () {
    for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
  };
  return Readable.toWeb(Readable.from(chunks())) as ReadableStream;
};

describe('a body that is refused for its shape', () => {
  it.each([
    ['8 000 levels deep', `${'['.repeat(8_000)}${']'.repeat(8_000)}`, /^(\/0|$)/],
    ['1 000 levels deep', `${'['.repeat(1_000)}${']'.repeat(1_000)}`, /^\/0/],
    ['a prototype', '{"userId":"u","name":"a","__proto__":{"name":"b"}}', /^\/__proto__$/],
    [
      'a constructor',
      '{"userId":"u","name":"a","constructor":{"prototype":{}}}',
      /^\/constructor$/,
    ],
    ['a lone surrogate in a name', '{"userId":"u","name":"a","\\ud800":1}', /^\/\ud800$/],
    ['null', '{"userId":"u","name":null}', /^\/name$/],
    ['a number beyond all numbers', '{"userId":"u","name":1e400}', /^\/name$/],
    ['broken JSON', '{"userId":', /^$/],
    ['no JSON at all', 'userId=u&name=a', /^$/],
    ['nothing', '', /^$/],
    ['an array', '[]', /^$/],
    [
      'many unknown members',
      JSON.stringify(Object.fromEntries(Array(900).fill(1).entries())),
      /^\/0$/,
    ],
  ])('%s', async (_, body, pointer) => {
    const { response, problem } = await post(body);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(problem).toMatchObject({ code: 'validation_failed', status: 400 });
    expect(problem['requestId']).toBe(response.headers.get('x-request-id'));
    expect(pointersOf(problem)[0]).toMatch(pointer);
  });
  it('bytes that are no UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect((await post(body)).response.status).toBe(400);
  });
});

describe('a body that is refused for its content', () => {
  it.each(['\\ud800', '\\udc00x', 'a\\u0000', '\\u001b[2J', ''])('text %j', async (text) => {
    const { response, problem } = await post(`{"userId":"u","name":"${text}"}`);
    expect(response.status).toBe(422);
    expect(pointersOf(problem)).toEqual(['/name']);
  });
});

describe('a body that is not read', () => {
  it.each([
    [null, {}],
    ['text/plain', {}],
    ['application/json; charset=utf-16', {}],
    ['application/vnd.api+json', {}],
    ['application/x-www-form-urlencoded', {}],
    ['multipart/form-data; boundary=x', {}],
    ['application/json, text/plain', {}],
    ['no type', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
    ['application/json', { 'content-encoding': 'br' }],
  ])('of type %j with %j is 415', async (type, headers) => {
    const bomb = gzipSync(Buffer.alloc(10 * MIB));
    const { response, problem } = await post(new Uint8Array(bomb), { type, headers });
    expect(response.status).toBe(415);
    expect(problem['code']).toMatch(/^(media_type|content_encoding)_unsupported$/);
  });
  it('is 415 in chunks, once one has come', async () => {
    const head = 'POST /things/slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
    const type = 'Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await raw(app.port, `${head}${type}2\r\n{}\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 415 /);
  });
  it('is 413 when it says that it is too large', async () => {
    const { response, problem } = await post(`{"name":"${'a'.repeat(MIB)}"}`);
    expect(response.status).toBe(413);
    expect(problem['code']).toBe('body_too_large');
  });
  it.each([
    ['of known length', { 'content-length': String(100 * MIB) }],
    ['in chunks', {}],
  ])('is 413 at 100 MB %s, in flat memory', async (_, headers: Record<string, string>) => {
    const before = process.memoryUsage().rss;
    const { response } = await post(endless(100 * MIB), { headers });
    expect(response.status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * MIB);
  });
});

describe('an empty body of any type is an empty body', () => {
  const types = [
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'no type',
    '',
  ];
  const lengths = [
    ['of length 0', 'Content-Length: 0\r\n\r\n'],
    ['in no chunk', 'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['without a length', '\r\n'],
  ];
  const all = types.flatMap((type) => lengths.map((each) => [type, ...each] as const));
  // A type that is none cannot announce chunks.
  it.each(all.filter(([type, length]) => type.includes('/') || length !== 'in no chunk'))(
    'of type %j, %s',
    async (type, _, rest) => {
      const head = 'POST /things/slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
      const answer = await raw(app.port, `${head}Content-Type: ${type}\r\n${rest}`);
      expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    },
  );
  it('is refused where a body is needed, as it is as JSON', async () => {
    const { response, problem } = await post('', { type: 'application/x-www-form-urlencoded' });
    expect(response.status).toBe(400);
    expect(problem['errors']).toMatchObject([{ code: 'type_invalid' }]);
  });
});

describe('a path', () => {
  it.each([
    ['a null byte', '%00'],
    ['a way up', '..%2f..%2fetc'],
    ['10 kB', 'x'.repeat(10_000)],
    ['letters of any script', encodeURIComponent('ж'.repeat(1_000))],
    ['a sign beyond the first plane', '%F0%9F%92%A9'],
    ['quotes', '%27%20OR%201=1%20--'],
  ])('with %s as id reaches its handler', async (_, id) => {
    const response = await fetch(`${app.url}/things/${id}`);
    expect(response.status).toBe(200);
  });
  it.each(['%', '%zz', '%ff%fe', '%C0%80'])(
    'with the escape %s is a problem document',
    async (id) => {
      const answer = await raw(
        app.port,
        `GET /things/${id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer).toMatch(/\r\ncontent-type: application\/problem\+json/i);
      expect(answer).toMatch(/\r\nx-request-id: /i);
    },
  );
  it.each([
    ['GET', '/nothing'],
    ['POST', '/things/1/more'],
    ['GET', '/things/'],
  ])('%s %s that is no endpoint is 404', async (method, path) => {
    const response = await fetch(`${app.url}${path}`, { method });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'route_not_found' });
  });
});

describe('another method than the path has', () => {
  it.each([
    ['DELETE', '/things', 'GET, HEAD, POST'],
    ['DELETE', '/things?limit=1', 'GET, HEAD, POST'],
    ['OPTIONS', '/things', 'GET, HEAD, POST'],
    ['PUT', '/things/1', 'GET, HEAD'],
    ['PUT', '/things/slow', 'GET, HEAD, POST'],
  ])('%s %s is 405 and told what there is', async (method, path, allowed) => {
    const response = await fetch(`${app.url}${path}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed' });
  });
});

describe('a query', () => {
  it.each([
    ['/things?limit=1&limit=2', ['/limit']],
    ['/things?limit=0', ['/limit']],
    ['/things?limit[]=1', ['/limit[]']],
    ['/things?a=1&b=2', ['/a', '/b']],
    ['/things?__proto__=1&constructor=2', ['/__proto__', '/constructor']],
    ['/things/1?expand=all', ['/expand']],
    ['/things?limit=%zz', ['/limit']],
  ])('%s is refused with its names', async (path, pointers) => {
    const response = await fetch(`${app.url}${path}`);
    expect(response.status).toBe(400);
    expect(pointersOf((await response.json()) as Record<string, unknown>)).toEqual(pointers);
  });
});

describe('what is hardly HTTP', () => {
  it.each([
    ['no request', 'hello\r\n\r\n', 400],
    [
      'two lengths',
      'POST /things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'a length and chunks',
      'POST /things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['no host', 'GET /things HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two hosts', 'GET /things HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n', 400],
    [
      'an expectation that nobody knows',
      'POST /things HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
      417,
    ],
    ['a call for a tunnel', 'CONNECT other:443 HTTP/1.1\r\nHost: other:443\r\n\r\n', 404],
    ['another version', 'GET / HTTP/3.7\r\nHost: x\r\n\r\n', 400],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [
      'an unknown encoding of its body',
      'POST /things HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n',
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a path without end', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ])('%s is a problem document', async (_, bytes, status) => {
    const answer = await raw(app.port, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('application/problem+json');
    expect(answer).toMatch(/\r\nX-Request-Id: /i);
    const { requestId } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Record<
      string,
      unknown
    >;
    expect(answer).toMatch(new RegExp(`\r\nX-Request-Id: ${String(requestId)}\r\n`, 'i'));
  });
  it.each(['HTTP/1.0\r\n', 'HTTP/1.1\r\nHost: x\r\n', 'HTTP/1.1\r\nHost:\r\n'])(
    'is not what needs no host, or has one: %j',
    async (version) => {
      const bytes = `GET /things ${version}Connection: close\r\n\r\n`;
      expect(await raw(app.port, bytes)).toMatch(/^HTTP\/1\.1 200 /);
    },
  );
  it('is ended when its headers come too slowly', async () => {
    const answer = await raw(app.port, 'GET / HTTP/1.1\r\nHost: x\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"request_timeout"');
  });
});

describe('a failure nobody foresaw', () => {
  it('reveals nothing but the request id', async () => {
    const response = await fetch(`${app.url}/things/failing`, { method: 'POST' });
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).not.toContain('secret');
    expect(JSON.parse(text)).toMatchObject({ requestId: response.headers.get('x-request-id') });
  });
});

describe('a request id', () => {
  it.each([
    ['short', 'abc-DEF_1.2'],
    ['of 128 characters', 'x'.repeat(128)],
  ])('that is %s is kept', async (_, id) => {
    const response = await fetch(`${app.url}/things/1`, { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toBe(id);
  });
  it.each([
    ['with a space', 'a b'],
    ['of 129 characters', 'x'.repeat(129)],
    ['not in ASCII', 'ü'],
  ])('that is %s is replaced', async (_, id) => {
    const response = await fetch(`${app.url}/things/1`, { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

const FRAME_BYTES = '{"content":""}'.length;

describe('a large body where one is allowed', () => {
  const send = (bytes: number, headers: Record<string, string> = { authorization: 'p-1' }) =>
    fetch(`${app.url}/pictures`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: `{"content":"${'A'.repeat(bytes - FRAME_BYTES)}"}`,
    });
  it('is parsed', async () => {
    const length = PICTURE_BYTES_MAX - FRAME_BYTES;
    expect(await (await send(PICTURE_BYTES_MAX)).json()).toEqual({ length });
  });
  it.each(['[]', '{}', '[{}]', '1', '""'])('is 400 with thousands of %s', async (value) => {
    const body = `{"content":[${Array(3_000).fill(value).join(',')}]}`;
    const headers = { 'content-type': 'application/json', authorization: 'p-1' };
    const response = await fetch(`${app.url}/pictures`, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('json_too_large');
  });
  it('is 413 beyond that limit', async () => {
    expect((await send(PICTURE_BYTES_MAX + 1)).status).toBe(413);
  });
  it('is 413 when it comes in chunks and never ends', async () => {
    const response = await fetch(`${app.url}/pictures`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'p-1' },
      body: endless(4 * PICTURE_BYTES_MAX),
      duplex: 'half',
    });
    expect(response.status).toBe(413);
  });
  it('is 401 without a token, before it is read', async () => {
    expect((await send(PICTURE_BYTES_MAX, {})).status).toBe(401);
  });
});
