import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ScriptedServer } from '../../../../test/support/scripted-server.js';
import { CircuitOpen } from '#kernel/concurrency/circuit.js';
import { MAX_CONNECTIONS, NoResponse, OutboundHttp } from './outbound-http.js';
import { pause } from '#kernel/concurrency/pause.js';

let server: ScriptedServer;
let http: OutboundHttp;

beforeEach(async () => {
  server = await ScriptedServer.start();
  const headers = { authorization: 'Basic c2VjcmV0' };
  http = new OutboundHttp({
    name: 'provider',
    logger: null,
    url: `${server.url}/base/`,
    headers,
    timeoutMs: 20_000,
  });
});

afterEach(async () => {
  await http.close();
  await server.stop();
});

const get = { method: 'GET', path: '/things' } as const;

describe('an outbound call', () => {
  it('sends JSON with query, headers and correlation id', async () => {
    server.answers(201, { id: 1 });
    const query = { q: 'a+b c@d' };
    const body = { name: 'é' };
    const call = { method: 'POST', path: '/things', query, body, correlationId: 'c-1' } as const;
    expect(await http.json({ ...call, headers: { 'x-more': 'yes' } })).toMatchObject({
      label: 'POST /things',
      status: 201,
      text: '{"id":1}',
      body: { id: 1 },
      headers: { connection: 'keep-alive' },
    });
    expect(server.last).toMatchObject({ path: '/base/things', body: '{"name":"é"}' });
    expect(server.last.query.get('q')).toBe('a+b c@d');
    expect(server.last.headers).toMatchObject({
      authorization: 'Basic c2VjcmV0',
      'content-type': 'application/json',
      'x-request-id': 'c-1',
      'x-more': 'yes',
    });
  });

  it('streams a text with its length', async () => {
    server.answers(200, {});
    const pieces = () => ['{"a":', Buffer.from('"é"'), '}'];
    await http.json({ method: 'PATCH', path: '/things', stream: { sizeBytes: 10, pieces } });
    expect(server.last.body).toBe('{"a":"é"}');
    expect(server.last.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '10',
    });
  });

  it('fails when the stream is shorter than its declared length', async () => {
    server.answers(200, {});
    const stream = { sizeBytes: 99, pieces: () => ['{}'] };
    await expect(http.json({ method: 'PATCH', path: '/things', stream })).rejects.toThrow(
      NoResponse,
    );
  });

  it('sends no content without a body', async () => {
    server.answers(204);
    expect(await http.json({ method: 'POST', path: '/things' })).toMatchObject({ body: undefined });
    expect(server.last.body).toBe('');
    expect(server.last.headers).not.toHaveProperty('content-type');
    expect(server.last.headers).not.toHaveProperty('x-request-id');
  });

  it('times out while a response trickles', async () => {
    server.on((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    const trickling = http.json({ ...get, timeoutMs: 300 });
    await expect(trickling).rejects.toThrow('GET /things: no response (none within 300 ms)');
  });

  it('rejects an endless response', async () => {
    server.on((_, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(1024 * 1024), more);
      };
      more();
    });
    await expect(http.json({ ...get, timeoutMs: 20_000 })).rejects.toThrow('response too long');
  });

  it('reports only the code of a broken connection', async () => {
    server.on((_, response) => void response.socket?.resetAndDestroy());
    const failing = http.json({ ...get, query: { email: 'a@b.c' } });
    const error = await failing.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NoResponse);
    expect(String(error)).toMatch(/^NoResponse: GET \/things: no response \([A-Z_]+\)$/);
  });

  it('is stopped after five failures in a row', async () => {
    server.answers(503, {});
    for (let calls = 0; calls < 5; calls++) expect((await http.json(get)).status).toBe(503);
    await expect(http.json(get)).rejects.toThrow(CircuitOpen);
    expect(() => http.requireReady(get)).toThrow(CircuitOpen);
    expect(server.seen).toHaveLength(5);
  });

  it('is stopped after five HTML pages in a row', async () => {
    server.answers(200, '<html></html>');
    for (let i = 0; i < 5; i++) expect(await http.json(get)).toMatchObject({ status: 200 });
    await expect(http.json(get)).rejects.toThrow(CircuitOpen);
  });

  it('is not stopped by rejections', async () => {
    server.answers(429, {});
    for (let calls = 0; calls < 10; calls++) await http.json(get);
    expect(server.seen).toHaveLength(10);
  });

  describe('while this process is suspended', () => {
    const MINUTE_MS = 60_000;
    /** Simulates a minute before any timer has run. */
    const standStill = (clock: { now(): number } = Date) => {
      const nowMs = clock.now() + MINUTE_MS;
      jest.spyOn(clock, 'now').mockReturnValue(nowMs);
    };
    const post = { ...get, method: 'POST', body: {}, timeoutMs: 20_000 } as const;
    afterEach(() => {
      jest.restoreAllMocks();
    });

    it.each([
      ['by the wall clock', Date],
      ['by a monotonic clock', performance],
    ])('is not sent late on a new connection: %s', async (_, clock) => {
      server.answers(200, {});
      const called = http.json(post);
      standStill(clock);
      await expect(called).rejects.toThrow(
        'POST /things: no response (held up before it was sent)',
      );
      expect(server.seen).toHaveLength(0);
    });

    it('is not sent late on a busy connection', async () => {
      const answers: (() => void)[] = [];
      server.on((_, response) => answers.push(() => response.writeHead(200).end('{}')));
      const busy = Array.from({ length: MAX_CONNECTIONS }, () => http.json(post));
      while (answers.length < MAX_CONNECTIONS) await pause(1);
      const called = http.json(post);
      standStill();
      answers.forEach((answer) => answer());
      await expect(called).rejects.toThrow('held up before it was sent');
      await Promise.all(busy);
      expect(server.seen).toHaveLength(MAX_CONNECTIONS);
    });

    it('is sent if the delay is below its timeout', async () => {
      server.answers(200, {});
      const called = http.json({ ...post, timeoutMs: 2 * MINUTE_MS });
      standStill();
      expect((await called).status).toBe(200);
    });
  });

  it('is never repeated', async () => {
    server.on((_, response) => void response.socket?.resetAndDestroy());
    await expect(http.json({ ...get, method: 'POST', body: {} })).rejects.toThrow(NoResponse);
    expect(server.seen).toHaveLength(1);
  });
});
