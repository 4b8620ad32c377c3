import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FastifyInstance, fastify } from 'fastify';
import { dial } from '../../../test/support/dial.js';
import { acceptJsonBodies } from './json-body.js';
import { acceptStreamedBodies, readBody } from './streamed-body.js';

let app: FastifyInstance;

beforeEach(async () => {
  // Without a limit for the whole body.
  app = fastify({ forceCloseConnections: true, requestTimeout: 0 });
  acceptJsonBodies(app);
  acceptStreamedBodies(app);
  app.post('/', { config: { streamedBytesMax: 1_000_000 } }, async (request) => {
    await readBody(request, () => undefined);
    return 'read';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

it('a body that arrives at under 16 kB/s is rejected', async () => {
  const { port } = app.server.address() as AddressInfo;
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const { socket, read, answered } = await dial(port, `${head}Content-Length: 150000\r\n\r\n`);
  for (let sent = 0; sent < 150_000 && read() === ''; sent += 750) {
    socket.write(' '.repeat(750));
    await sleep(50);
  }
  expect(await answered()).toMatch(/^HTTP\/1\.1 408 /);
  socket.destroy();
});
