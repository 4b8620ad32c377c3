import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import { acceptJsonBodies } from './json-body.js';
import { limitLargeBodies } from './large-bodies.js';

const BYTES_MAX = 21 * 1024 * 1024;

let app: FastifyInstance;
let port: number;
let arrived: number;
/** Partners in the order in which their requests ended. */
let ended: string[];
/** Ends a request whose body says that it waits. */
let release: () => void;

const partnerOf = ({ params }: FastifyRequest) => (params as { partner: string }).partner;

beforeEach(async () => {
  const over: string[] = [];
  [arrived, ended] = [0, over];
  const released = new Promise<void>((free) => (release = free));
  app = fastify({ forceCloseConnections: true });
  app.addHook('onRequest', (request, reply, done) => {
    arrived++;
    reply.raw.on('close', () => over.push(partnerOf(request)));
    done();
  });
  acceptJsonBodies(app);
  limitLargeBodies(app, { partnerOf });
  const config = { bodyBytesMax: BYTES_MAX, isLarge: true };
  app.post('/:partner', { config }, async ({ body }) => {
    if ((body as { waits?: boolean }).waits === true) await released;
    return 'read';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterEach(() => app.close());

const send = async (partner: string, body: unknown = {}) => {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(`http://127.0.0.1:${port}/${partner}`, init)).text();
};
const until = async (wanted: () => boolean) => {
  for (let tries = 0; tries < 100_000 && !wanted(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 10));
};

/** Announces bodies of the largest size and sends none of them. */
const idle = async (partner: string, count: number): Promise<readonly Socket[]> => {
  const head = `POST /${partner} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  const before = arrived;
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`${head}Content-Length: ${BYTES_MAX}\r\n\r\n`);
  }
  await until(() => arrived === before + count);
  return sockets;
};

describe('large bodies', () => {
  it('of one partner that send nothing leave a turn for another partner', async () => {
    const sockets = await idle('a', 3);
    expect(await send('b')).toBe('read');
    expect(await send('c')).toBe('read');
    expect(ended).toEqual(['b', 'c']);
    for (const socket of sockets) socket.destroy();
  });

  it('are read two at a time', async () => {
    const first = [send('a', { waits: true }), send('b', { waits: true })];
    await until(() => arrived === 2);
    const third = send('c');
    await until(() => arrived === 3);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(ended).toEqual([]);
    release();
    expect(await Promise.all([...first, third])).toEqual(['read', 'read', 'read']);
  });

  it('that wait leave the queue when their callers disconnect', async () => {
    const sockets = [...(await idle('a', 1)), ...(await idle('b', 1))];
    for (const socket of await idle('c', 30)) socket.destroy();
    await until(() => ended.length >= 30);
    const next = send('c');
    await until(() => arrived === 33);
    for (const socket of sockets) socket.destroy();
    expect(await next).toBe('read');
  });

  it('that break off release their turn', async () => {
    for (const socket of await idle('a', 2)) socket.destroy();
    await until(() => ended.length === 2);
    for (let i = 0; i < 25; i++) expect(await send('a', [i])).toBe('read');
  });

  it('have few values', async () => {
    expect(await send('a', Array(1_000).fill(1))).toBe('read');
    expect(await send('a', Array(1_002).fill(1))).toContain('at most 1000 values');
  });
});
