import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FastifyInstance, fastify } from 'fastify';
import { dial } from '../../../test/support/dial.js';
import { serverOptions, transportOptions } from './transport.js';
import { SLICE_MS } from '#kernel/timing.js';

let app: FastifyInstance;
beforeEach(async () => {
  const http = { ...serverOptions, headersTimeout: 50, connectionsCheckingInterval: 20 };
  app = fastify({ ...transportOptions, http, forceCloseConnections: true });
  app.get('/', async () => {
    await nextTurn();
    return 'answered';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

const portOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port;

describe('data after the last request', () => {
  it.each(['GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'x'])(
    'does not affect its response: %j',
    async (more) => {
      const last = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
      const { answered } = await dial(portOf(app), last + more);
      expect(await answered()).toMatch(/^HTTP\/1\.1 200 .*answered$/s);
    },
  );
});

describe('a connection without a request in time', () => {
  it.each(['', 'G', 'GET / HTTP/1.1\r\nHost: x\r\n'])('gets a response after %j', async (sent) => {
    const { answered } = await dial(portOf(app), sent);
    expect(await answered()).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
  });
});

describe('many late connections', () => {
  const error = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  let done: string[];
  const late = (name: string): Socket & { _httpMessage?: object } => {
    const write = () => {
      done.push(name);
      const endMs = performance.now() + SLICE_MS;
      while (performance.now() < endMs);
    };
    const socket = { destroyed: false, writable: true, write, destroySoon: () => undefined };
    transportOptions.clientErrorHandler(error, socket as unknown as Socket);
    return socket as unknown as Socket;
  };
  beforeEach(() => {
    done = [];
  });

  it('let other work use the event loop in between', async () => {
    for (const name of ['one', 'two', 'three']) late(name);
    for (let turns = 0; turns < 10; turns++) {
      await nextTurn();
      done.push('turn');
    }
    expect(done.filter((each, place) => each !== 'turn' || done[place - 1] !== 'turn')).toEqual([
      'one',
      'turn',
      'two',
      'turn',
      'three',
      'turn',
    ]);
  });
  it('are spared if a request has arrived meanwhile', async () => {
    late('one');
    Object.assign(late('two'), { _httpMessage: { headersSent: false } });
    for (let turns = 0; turns < 10; turns++) await nextTurn();
    expect(done).toEqual(['one']);
  });
});
