import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FastifyInstance, fastify } from 'fastify';
import { answerInTime } from './answer-in-time.js';

const WITHIN_MS = 50;
const LONGER_MS = 4 * WITHIN_MS;

let app: FastifyInstance;
let url: string;
let ended: Promise<void>;

beforeEach(async () => {
  app = fastify({ forceCloseConnections: true });
  answerInTime(app, WITHIN_MS);
  app.addHook('onRequest', (request) =>
    request.url === '/guarded' ? sleep(LONGER_MS) : Promise.resolve(),
  );
  let end: () => void;
  ended = new Promise((resolve) => (end = resolve));
  app.post('/command', async () => {
    for (let calls = 0; calls < 4; calls++) await sleep(WITHIN_MS);
    end();
    return 'done';
  });
  app.get('/guarded', () => 'reached');
  app.get('/quick', () => 'quick');
  app.get('/long', () =>
    Readable.from(
      (async function* () {
        yield 'begun';
        await sleep(LONGER_MS);
        yield ' and ended';
      })(),
    ),
  );
  app.post('/read', ({ body }) => body);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

const expectLater = async (response: Response) => {
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('1');
  expect(await response.json()).toMatchObject({ code: 'temporarily_unavailable' });
};

describe('a request is told to come again', () => {
  it('when its calls together take too long, and what it began goes on', async () => {
    await expectLater(await fetch(`${url}/command`, { method: 'POST' }));
    await ended;
    expect(await (await fetch(`${url}/quick`)).text()).toBe('quick');
  });
  it('also when it had a body', async () => {
    const headers = { 'content-type': 'application/json' };
    await expectLater(await fetch(`${url}/command`, { method: 'POST', headers, body: '{"a":1}' }));
  });
  it('when it takes too long to know who asks', async () => {
    await expectLater(await fetch(`${url}/guarded`));
  });
});

describe('a request may take its time', () => {
  it('for its body', async () => {
    const pieces = Readable.from(
      (async function* () {
        yield '{"a":';
        await sleep(LONGER_MS);
        yield '1}';
      })(),
      { objectMode: false },
    );
    const headers = { 'content-type': 'application/json' };
    const body = Readable.toWeb(pieces) as ReadableStream;
    const response = await fetch(`${url}/read`, {
      ...{ method: 'POST', headers, body },
      duplex: 'half',
    });
    expect(await response.json()).toEqual({ a: 1 });
  });
  it('for an answer that has begun', async () => {
    const response = await fetch(`${url}/long`);
    expect([response.status, await response.text()]).toEqual([200, 'begun and ended']);
  });
});
