import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { dial } from '../../../test/support/dial.js';
import { limitConnections, rejectPipelining } from './connections.js';

let app: FastifyInstance;
let port: number;
let begun: string[];
let ends: Map<string, () => void>;
let warned: unknown[];

beforeEach(async () => {
  [begun, ends, warned] = [[], new Map(), []];
  app = fastify({ forceCloseConnections: true });
  const log = { ...app.log, warn: (...about: unknown[]) => void warned.push(about) };
  limitConnections({ server: app.server, log }, 2);
  rejectPipelining(app);
  app.get('/held/:id', async (request) => {
    const { id } = request.params as { id: string };
    begun.push(id);
    await new Promise<void>((end) => ends.set(id, end));
    return id;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterEach(() => app.close());

const request = (id: string) => `GET /held/${id} HTTP/1.1\r\nHost: x\r\n\r\n`;
const until = async (wanted: () => boolean) => {
  for (let tries = 0; tries < 100_000 && !wanted(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('a connection', () => {
  it('is closed if it sends a request before the response to the last one', async () => {
    const { socket } = await dial(port, request('a') + request('b'));
    if (!socket.closed) await once(socket, 'close');
    ends.get('a')?.();
    expect(begun).toEqual(['a']);
  });

  it('carries several requests, one at a time', async () => {
    const { socket, read } = await dial(port, '');
    for (const id of ['a', 'b', 'c']) {
      socket.write(request(id));
      await until(() => ends.has(id));
      ends.get(id)?.();
      await until(() => read().endsWith(id));
    }
    expect(read().match(/HTTP\/1\.1 200/g)).toHaveLength(3);
    socket.destroy();
  });

  it('is refused beyond the limit, with one log line', async () => {
    const held = await Promise.all([dial(port, request('a')), dial(port, request('b'))]);
    await until(() => begun.length === 2);
    for (let more = 0; more < 3; more++) {
      const { socket } = await dial(port, request('c'));
      if (!socket.closed) await once(socket, 'close');
    }
    expect(begun.toSorted()).toEqual(['a', 'b']);
    expect(warned).toEqual([[{ connections: 2 }, 'refused connections']]);
    for (const { socket } of held) socket.destroy();
  });
});
