import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FastifyInstance, fastify } from 'fastify';
import { dial } from '../../../test/support/dial.js';
import { serverOptions, transportOptions } from './transport.js';

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
