import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FastifyInstance, fastify } from 'fastify';
import { SlowBodies } from './slow-bodies.js';

const LOOK_MS = 20;

let app: FastifyInstance;
let release: () => void;

beforeEach(async () => {
  app = fastify({ forceCloseConnections: true });
  new SlowBodies({ partnerOf: () => null }, LOOK_MS).refuse(app);
  app.get('/held', () => new Promise((resolve) => (release = () => resolve('done'))));
  app.post('/read', () => 'read');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

const send = async (text: string) => {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  let read = '';
  socket.on('data', (piece: Buffer) => (read += piece.toString()));
  socket.write(text);
  await once(socket, 'connect');
  return async () => {
    while (read === '') await sleep(5);
    socket.destroy();
    return read;
  };
};
const HEAD = 'HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';

describe('a body that does not come', () => {
  it('is given up', async () => {
    const answer = await send(`POST /read ${HEAD}`);
    expect(await answer()).toMatch(/^HTTP\/1\.1 408 /);
  });
  it('is given up when next to nothing of it comes', async () => {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    let read = '';
    socket.on('data', (piece: Buffer) => (read += piece.toString()));
    socket.write(`POST /read ${HEAD.replace('100', '100000')}`);
    for (let sent = 0; sent < 100_000 && read === ''; sent += 500) {
      socket.write(' '.repeat(500));
      await sleep(5);
    }
    while (read === '') await sleep(5);
    expect(read).toMatch(/^HTTP\/1\.1 408 /);
    socket.destroy();
  });
  it('is no matter where nobody reads it', async () => {
    const answer = await send(`GET /held ${HEAD}`);
    await sleep(5 * LOOK_MS);
    release();
    expect(await answer()).toMatch(/^HTTP\/1\.1 200 /);
  });
});
