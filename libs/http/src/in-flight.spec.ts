import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import fc from 'fast-check';
import { type FastifyInstance, fastify } from 'fastify';
import { dial } from '../../../test/support/dial.js';
import { httpInFlight } from '#kernel/metrics.js';
import { rejectPipelining } from './connections.js';
import { IN_FLIGHT, InFlight } from './in-flight.js';
import { sendProblem } from './problem.filter.js';

let app: FastifyInstance;
let url: string;
let port: number;
let release: () => void;
let released: Promise<void>;
let begun: number;
let seen: number;

/** More than the socket buffers hold. */
const LARGE = Buffer.alloc(10_000_000);

const hold = () => void (released = new Promise<void>((resolve) => (release = resolve)));

/** Short timeouts, so that bodies that do not arrive end within a test. */
const SOON = {
  requestTimeout: 200,
  connectionTimeout: 200,
  http: { connectionsCheckingInterval: 50, headersTimeout: 100 },
};

const open = async (
  limits: Partial<typeof IN_FLIGHT>,
  {
    answersProblems = false,
    ...timeouts
  }: { answersProblems?: boolean } & Partial<typeof SOON> = {},
) => {
  [begun, seen] = [0, 0];
  hold();
  app = fastify({ forceCloseConnections: true, ...timeouts });
  if (answersProblems)
    app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  rejectPipelining(app);
  const inFlight = new InFlight({ ...IN_FLIGHT, ...limits });
  inFlight.limit(app);
  app.addHook('onRequest', (request, _reply, done) => {
    seen++;
    const { partner } = request.headers;
    if (typeof partner === 'string') inFlight.assignToPartner(request, partner);
    else if (!request.url.startsWith('/health/')) inFlight.assignToAddress(request);
    done();
  });
  app.get('/slow', async () => {
    begun++;
    await released;
    return 'slow';
  });
  app.get('/now', () => 'now');
  app.get('/large', () => LARGE);
  app.get('/throwing', () => {
    throw new Error('thrown');
  });
  app.post('/body', () => 'body');
  app.get('/health/live', () => 'alive');
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
  url = `http://127.0.0.1:${port}`;
};
afterEach(async () => {
  release();
  await app.close();
});

const ask = async (path: string, init: RequestInit = {}) =>
  (await fetch(`${url}${path}`, init)).status;
const as = (partner: string) => ({ headers: { partner } });
const askFrom = async (localAddress: string): Promise<string> => {
  const text = 'GET /now HTTP/1.1\r\nHost: x\r\n\r\n';
  const { socket, answered } = await dial(port, text, localAddress);
  const answer = await answered();
  socket.destroy();
  return answer;
};
const underWay = async () => (await httpInFlight.get()).values[0]?.value ?? 0;
const until = async (wanted: () => boolean | Promise<boolean>) => {
  for (let tries = 0; tries < 100_000 && !(await wanted()); tries++)
    await new Promise((resolve) => setTimeout(resolve, 10));
};

describe('requests in flight', () => {
  beforeEach(() => open({ all: 2 }));

  it('are limited in total', async () => {
    const slow = [ask('/slow'), ask('/slow')];
    await until(() => begun === 2);
    expect(await ask('/slow')).toBe(500);
    expect(await ask('/health/live')).toBe(200);
    release();
    expect(await Promise.all(slow)).toEqual([200, 200]);
    expect(await ask('/slow')).toBe(200);
  });

  it('end when their callers disconnect', async () => {
    const leave = new AbortController();
    const left = [1, 2].map(() => ask('/slow', { signal: leave.signal }).catch(() => 'left'));
    await until(() => begun === 2);
    leave.abort();
    await Promise.all(left);
    await until(async () => (await underWay()) === 0);
    expect(await ask('/now')).toBe(200);
  });
});

describe('requests of one caller', () => {
  it('leave capacity for other addresses', async () => {
    await open({ address: 2 });
    const slow = [ask('/slow'), ask('/slow')];
    await until(() => begun === 2);
    const refused = await fetch(`${url}/now`);
    expect(await refused.json()).toMatchObject({ message: 'At most 2 requests at once' });
    expect(await askFrom('127.0.0.2')).toMatch(/^HTTP\/1\.1 200/);
    release();
    await Promise.all(slow);
  });

  it('report the limit that they reached', async () => {
    await open({ address: 1 }, { answersProblems: true });
    const slow = ask('/slow');
    await until(() => begun === 1);
    const { status, headers } = await fetch(`${url}/now`);
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
    expect(headers.get('ratelimit-policy')).toBe('"at-once";q=1;qu="concurrent-requests"');
    expect(headers.get('ratelimit')).toBe('"at-once";r=0;t=1');
    release();
    await slow;
  });

  it('leave half of the capacity to other partners, and do not count by address', async () => {
    await open({ address: 1, all: 4 });
    const slow: Promise<number>[] = [];
    for (const count of [1, 2]) {
      slow.push(ask('/slow', as('a')));
      await until(() => begun === count);
    }
    expect(await ask('/now', as('a'))).toBe(500);
    expect(await ask('/now', as('b'))).toBe(200);
    release();
    expect(await Promise.all(slow)).toEqual([200, 200]);
  });

  it.each<[string, RequestInit]>([
    ['a partner', as('a')],
    ['an address', {}],
  ])('of %s are not limited by completed requests', async (_, init) => {
    await open({ address: 1, all: 4 });
    for (let asked = 0; asked < 10; asked++) expect(await ask('/now', init)).toBe(200);
  });

  it('leave capacity for partners while many callers are unauthenticated', async () => {
    await open({ unauthenticated: 2 });
    const slow = [ask('/slow')];
    await until(() => begun === 1);
    expect(await ask('/now')).toBe(500);
    expect(await ask('/now', as('a'))).toBe(200);
    release();
    expect(await Promise.all(slow)).toEqual([200]);
  });

  it('leave half of the unauthenticated capacity to other addresses', async () => {
    await open({ unauthenticated: 4 });
    const slow = [ask('/slow'), ask('/slow')];
    await until(() => begun === 2);
    expect(await ask('/now')).toBe(500);
    expect(await askFrom('127.0.0.2')).toMatch(/^HTTP\/1\.1 200/);
    release();
    expect(await Promise.all(slow)).toEqual([200, 200]);
  });
});

it('an unread response occupies a slot of a partner, but not of an unauthenticated caller', async () => {
  await open({});
  const deaf = (header = '') => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.write(`GET /large HTTP/1.1\r\nHost: x\r\n${header}\r\n`);
    return socket;
  };
  const sockets = [deaf(), deaf(), deaf('partner: a\r\n')];
  await until(async () => seen === 3 && (await underWay()) === 1);
  expect(await underWay()).toBe(1);
  for (const socket of sockets) socket.destroy();
});

type Ending = 'read' | 'ended' | 'left' | 'reset' | 'deaf';
type Connection = {
  readonly header: string;
  readonly paths: readonly string[];
  readonly ending: Ending;
};

const lineOf = (path: string): string =>
  path === '/body'
    ? 'POST /body HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n'
    : `GET ${path} HTTP/1.1\r\n`;

const send = async ({ header, paths, ending }: Connection): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  if (ending === 'deaf') socket.pause();
  else socket.resume();
  await once(socket, 'connect');
  socket.write(paths.map((path) => `${lineOf(path)}Host: x\r\n${header}\r\n`).join(''));
  return socket;
};

const end = (socket: Socket, ending: Ending): void => {
  if (ending === 'ended') socket.end();
  if (ending === 'left' || ending === 'deaf') socket.destroy();
  if (ending === 'reset') socket.resetAndDestroy();
};

const connection = fc.record<Connection>({
  header: fc.constantFrom('', 'partner: a\r\n'),
  paths: fc.array(fc.constantFrom('/slow', '/now', '/large', '/throwing', '/body', '/nowhere'), {
    minLength: 1,
    maxLength: 4,
  }),
  ending: fc.constantFrom('read', 'ended', 'left', 'reset', 'deaf'),
});

describe('after any end of a request', () => {
  beforeEach(() => open({}, SOON));

  it('its slot is released', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(connection, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (connections, isAnsweredFirst) => {
          hold();
          seen = 0;
          const sockets = await Promise.all(connections.map(send));
          await until(() => seen >= connections.length);
          if (isAnsweredFirst) release();
          for (const [i, { ending }] of connections.entries()) end(sockets[i]!, ending);
          release();
          await until(async () => (await underWay()) === 0);
          expect(await underWay()).toBe(0);
          for (const socket of sockets) socket.destroy();
        },
      ),
      { numRuns: 40, endOnFailure: true },
    );
  });
});
