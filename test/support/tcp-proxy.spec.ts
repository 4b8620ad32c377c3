import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TcpProxy } from './tcp-proxy.js';

/** Far longer than a piece of data needs on this machine. */
const LONG_MS = 200;

let echo: Server;
let heard: string;
let proxy: TcpProxy;
let client: Socket;
let answered: string;

beforeEach(async () => {
  heard = '';
  echo = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      heard += piece.toString();
      socket.write(piece);
    });
  });
  await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done));
  proxy = await TcpProxy.open((echo.address() as AddressInfo).port);
  client = await joined();
});
afterEach(async () => {
  client.destroy();
  await proxy.close();
  await new Promise((done) => echo.close(done));
});

const joined = async (): Promise<Socket> => {
  const socket = connect({ port: proxy.port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  answered = '';
  socket.on('data', (piece) => (answered += piece.toString()));
  await once(socket, 'connect');
  return socket;
};
const say = async (text: string): Promise<void> => {
  client.write(text);
  await sleep(LONG_MS);
};

describe('a network link', () => {
  it('carries data and the end in both directions', async () => {
    await say('a');
    expect([heard, answered]).toEqual(['a', 'a']);
    client.end();
    await once(client, 'close');
  });

  it('delays data', async () => {
    proxy.inject({ kind: 'late', byMs: 2 * LONG_MS });
    await say('a');
    expect([heard, answered]).toEqual(['', '']);
    await sleep(5 * LONG_MS);
    expect([heard, answered]).toEqual(['a', 'a']);
  });

  it('loses a connection permanently, and accepts new connections', async () => {
    proxy.inject({ kind: 'half-open' });
    await say('a');
    const other = await joined();
    other.write('b');
    await sleep(LONG_MS);
    proxy.inject(null);
    await say('c');
    expect([heard, answered, client.destroyed, other.destroyed]).toEqual(['', '', false, false]);
    other.destroy();
    client.destroy();
    client = await joined();
    await say('d');
    expect([heard, answered]).toEqual(['d', 'd']);
  });

  it('resets after a number of bytes', async () => {
    proxy.inject({ kind: 'reset', afterBytes: 2 });
    await say('ab');
    expect([heard, client.destroyed]).toEqual(['ab', false]);
    const closed = new Promise((done) => client.once('close', done));
    client.write('c');
    await closed;
    expect(client.errored).toMatchObject({ code: 'ECONNRESET' });
  });

  it.each([
    ['there', ['', ''], ['a', 'a']],
    ['back', ['a', ''], ['a', 'a']],
  ] as const)('stands still one way: %s', async (way, meanwhile, afterwards) => {
    proxy.inject({ kind: 'blocked', way });
    await say('a');
    expect([heard, answered]).toEqual(meanwhile);
    proxy.inject(null);
    await sleep(LONG_MS);
    expect([heard, answered]).toEqual(afterwards);
  });

  it('affects only the selected connections', async () => {
    proxy.inject({ kind: 'half-open' }, (sent) => sent.startsWith('GET /events'));
    await say('a');
    expect(answered).toBe('a');
    await say('GET /events');
    expect(answered).toBe('a');
  });
});
