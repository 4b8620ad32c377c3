import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FastifyInstance, fastify } from 'fastify';
import { eventually } from '../../../test/support/sandbox.js';
import { limitResponseTime } from './limit-response-time.js';

const WITHIN_MS = 50;
const LONGER_MS = 4 * WITHIN_MS;

let app: FastifyInstance;
let url: string;
let ended: Promise<void>;

beforeEach(async () => {
  app = fastify({ forceCloseConnections: true });
  limitResponseTime(app, WITHIN_MS);
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

/**
 * Repeats the request until the text arrives, because a quick request can also exceed the limit on
 * a busy machine.
 */
const comesTo = (text: string, ask: () => Promise<Response>) =>
  eventually(async () => (await (await ask()).text()) === text);

describe('a request gets a 503', () => {
  it('when its calls together take too long, while its work continues', async () => {
    await expectLater(await fetch(`${url}/command`, { method: 'POST' }));
    await ended;
    await comesTo('quick', () => fetch(`${url}/quick`));
  });
  it('also when it had a body', async () => {
    const headers = { 'content-type': 'application/json' };
    await expectLater(await fetch(`${url}/command`, { method: 'POST', headers, body: '{"a":1}' }));
  });
  it('when its authentication takes too long', async () => {
    await expectLater(await fetch(`${url}/guarded`));
  });
});

describe('a request may exceed the limit', () => {
  it('for its body', async () => {
    const pieces = () =>
      Readable.from(
        (async function* () {
          yield '{"a":';
          await sleep(LONGER_MS);
          yield '1}';
        })(),
        { objectMode: false },
      );
    const headers = { 'content-type': 'application/json' };
    await comesTo('{"a":1}', () => {
      const body = Readable.toWeb(pieces()) as ReadableStream;
      return fetch(`${url}/read`, { ...{ method: 'POST', headers, body }, duplex: 'half' });
    });
  });
  it('for a response that has begun', async () => {
    await comesTo('begun and ended', () => fetch(`${url}/long`));
  });
});
