import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FastifyInstance, fastify } from 'fastify';
import { dial } from '../../../test/support/dial.js';
import { BODIES_COMING_MAX, SlowBodies } from './slow-bodies.js';

const LOOK_MS = 20;

let app: FastifyInstance;
let held: Promise<() => void>;
let partner: string | null;
let heads: number;

const open = async (lookMs: number) => {
  app = fastify({ forceCloseConnections: true });
  [partner, heads] = [null, 0];
  app.addHook('onRequest', (_request, _reply, done) => {
    heads++;
    done();
  });
  new SlowBodies({ partnerOf: () => partner }, lookMs).refuse(app);
  held = new Promise((reached) => {
    app.get('/held', () => new Promise((resolve) => reached(() => resolve('done'))));
  });
  app.post('/read', () => 'read');
  await app.listen({ host: '127.0.0.1', port: 0 });
};
beforeEach(() => open(LOOK_MS));
afterEach(() => app.close());

const portOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port;
const send = async (text: string) => {
  const { socket, answered } = await dial(portOf(app), text);
  return async () => {
    const answer = await answered();
    socket.destroy();
    return answer;
  };
};
const HEAD = 'HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';

describe('a body that does not arrive', () => {
  it('is rejected', async () => {
    const answer = await send(`POST /read ${HEAD}`);
    expect(await answer()).toMatch(/^HTTP\/1\.1 408 /);
  });
  it('is rejected when it arrives too slowly', async () => {
    const head = `POST /read ${HEAD.replace('100', '100000')}`;
    const { socket, read, answered } = await dial(portOf(app), head);
    for (let sent = 0; sent < 100_000 && read() === ''; sent += 500) {
      socket.write(' '.repeat(500));
      await sleep(5);
    }
    expect(await answered()).toMatch(/^HTTP\/1\.1 408 /);
    socket.destroy();
  });
  it('is ignored if the route does not read it', async () => {
    const answer = await send(`GET /held ${HEAD}`);
    const release = await held;
    await sleep(5 * LOOK_MS);
    release();
    expect(await answer()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

it.each([null, 'p-1'])('a received body frees its slot, for requests of %s', async (of) => {
  await app.close();
  await open(10_000);
  partner = of;
  const head = `POST /read ${HEAD.replace('100', '2')}`;
  for (let sent = 0; sent < BODIES_COMING_MAX + 50; sent += 50) {
    const lines = await Promise.all(Array.from({ length: 50 }, () => dial(portOf(app), head)));
    while (heads < sent + 50) await sleep(5);
    await sleep(5);
    for (const { socket } of lines) socket.write('{}');
    for (const { answered } of lines) expect(await answered()).toMatch(/^HTTP\/1\.1 200 /);
    for (const { socket } of lines) socket.destroy();
  }
});
