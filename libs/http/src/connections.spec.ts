import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { createServer } from 'node:https';
import { connect as connectTls } from 'node:tls';
import { type FastifyInstance, fastify } from 'fastify';
import { makeCertificate } from '../../../test/support/certificate.js';
import { dial } from '../../../test/support/dial.js';
import { ChunkCountingRequest, rejectTinyChunks } from './tiny-chunks.js';
import {
  endDeafReaders,
  limitConnections,
  limitHandshakes,
  limitPipelining,
} from './connections.js';

let app: FastifyInstance;
let port: number;
let begun: string[];
let ends: Map<string, () => void>;
let warned: string[];
const warn = ({ client }: { client?: string }, message: string) =>
  void warned.push(`${message}: ${client}`);

beforeEach(async () => {
  [begun, ends] = [[], new Map()];
  app = fastify({ forceCloseConnections: true, http: { IncomingMessage: ChunkCountingRequest } });
  warned = [];
  const logger = { info: () => undefined, error: () => undefined, warn };
  const idle = limitPipelining(app.server, 100);
  rejectTinyChunks(app.server, 4_000);
  limitConnections(app.server, idle, { logger, isBehindProxy: false }, { all: 20, network: 10 });
  endDeafReaders(app.server, { timeoutMs: 100, lookMs: 20 });
  app.get('/huge', () => Buffer.alloc(64 * 1024 * 1024));
  app.post('/refused', { onRequest: (_request, _reply, done) => done(new Error('no')) }, () => '');
  app.post('/length', ({ body }) => `${(body as string).length}`);
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

const send = (...ids: string[]) =>
  dial(port, ids.map((id) => `GET /held/${id} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
const until = async (wanted: () => boolean) => {
  for (let tries = 0; tries < 100_000 && !wanted(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('pipelined requests', () => {
  it('run one after the other', async () => {
    const { socket, read } = await send('a', 'b', 'c', 'd');
    for (const id of ['a', 'b', 'c', 'd']) {
      await until(() => ends.has(id));
      expect(begun.at(-1)).toBe(id);
      ends.get(id)?.();
    }
    await until(() => read().endsWith('d'));
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    expect(read().match(/HTTP\/1\.1 200/g)).toHaveLength(4);
    socket.destroy();
  });

  it('are dropped if there are more than four', async () => {
    const { socket, read } = await send('a', 'b', 'c', 'd', 'e');
    if (!socket.closed) await once(socket, 'close');
    ends.get('a')?.();
    await app.close();
    expect(read()).toBe('');
    expect(begun).toEqual(['a']);
  });

  it('are not parsed after the connection was cut', async () => {
    let heads = 0;
    app.server.prependListener('request', () => heads++);
    const { socket } = await send(...Array.from({ length: 1_000 }, () => 'a'));
    if (!socket.closed) await once(socket, 'close');
    ends.get('a')?.();
    expect(heads).toBe(5);
  });

  it('are dropped after the caller disconnected', async () => {
    const { socket } = await send('a', 'b');
    await until(() => ends.has('a'));
    socket.destroy();
    let left = 1;
    const count = () => app.server.getConnections((_, found) => (left = found));
    await until(() => (count(), left === 0));
    ends.get('a')?.();
    await app.close();
    expect(begun).toEqual(['a']);
  });
});

describe('a connection is cut', () => {
  const left = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  const cut = async () => {
    for (let tries = 0; tries < 100_000 && (await left()) > 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 5));
    return (await left()) === 0;
  };
  const say = async (text: string, reads: boolean) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    if (reads) socket.resume();
    else socket.pause();
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };

  it('when the client stops reading the response', async () => {
    const socket = await say('GET /huge HTTP/1.1\r\nHost: x\r\n\r\n', false);
    expect(await cut()).toBe(true);
    socket.destroy();
  });
  it('when the body of a rejected request does not arrive', async () => {
    const head = 'POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n';
    const socket = await say(head, true);
    expect(await cut()).toBe(true);
    socket.destroy();
  });
  it('but not while a handler runs', async () => {
    const { socket, read } = await send('a');
    await until(() => ends.has('a'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    ends.get('a')?.();
    await until(() => read().endsWith('a'));
    expect(read()).toMatch(/^HTTP\/1\.1 200/);
    socket.destroy();
  });
});

describe('a body in tiny chunks', () => {
  let counted = () => 0;
  beforeEach(() => {
    app.server.on('request', (request: ChunkCountingRequest) => {
      const push = request.push.bind(request);
      request.push = (piece) => {
        counted();
        return push(piece);
      };
    });
  });
  it.each(['/refused', '/held/a', '/nowhere'])(
    'is not parsed to its end after a rejection at %s',
    async (path) => {
      let pieces = 0;
      counted = () => pieces++;
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const { socket } = await dial(port, head + '1\r\nA\r\n'.repeat(50_000));
      await until(() => socket.closed);
      expect(pieces).toBe(2_001);
    },
  );

  it('makes the server drop further chunked bodies of the network, but no other requests', async () => {
    const head = 'POST /length HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n';
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;
    const answerTo = async (text: string, localAddress?: string) => {
      const { socket, answered } = await dial(port, text, localAddress);
      const answer = await answered();
      socket.destroy();
      return answer.slice(0, 'HTTP/1.1 200'.length);
    };
    const tinyChunks = '1\r\nA\r\n';
    for (let sent = 0; sent < 4_096; sent += 512)
      expect(await answerTo(`${chunked}${tinyChunks.repeat(512)}0\r\n\r\n`)).toBe('HTTP/1.1 200');
    const small = `${chunked}1\r\nA\r\n0\r\n\r\n`;
    expect(await answerTo(small)).toBe('');
    expect(await answerTo(small, '127.0.0.2')).toBe('HTTP/1.1 200');
    expect(await answerTo(`${head}Content-Length: 1\r\n\r\nA`)).toBe('HTTP/1.1 200');
  });

  it('is cut sooner while it is discarded', async () => {
    const head = 'POST /refused HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    const { socket, answered } = await dial(port, head);
    expect(await answered()).toMatch(/^HTTP\/1\.1 500/);
    let pieces = 0;
    counted = () => pieces++;
    socket.write(`40\r\n${'A'.repeat(64)}\r\n`.repeat(5_000));
    await until(() => socket.closed);
    expect(pieces).toBe(2_001);
  });

  it('does not include large chunks', async () => {
    const head = 'POST /length HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n';
    const pieces = `40\r\n${'A'.repeat(64)}\r\n`.repeat(5_000);
    const body = `Transfer-Encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`;
    const { socket, answered } = await dial(port, `${head}${body}`);
    expect(await answered()).toMatch(/^HTTP\/1\.1 200 [^]*320000$/);
    socket.destroy();
  });
});

const idle = async (from?: string) => (await dial(port, '', from)).socket;
const idleOnes = async (count: number, from: string) => {
  const sockets: Socket[] = [];
  while (sockets.length < count) sockets.push(await idle(from));
  return sockets;
};

describe('the total of connections', () => {
  it('is limited by closing the longest idle connection', async () => {
    const busy = await send('busy');
    await until(() => ends.has('busy'));
    const held = [...(await idleOnes(9, '127.0.0.1')), ...(await idleOnes(10, '127.0.0.2'))];
    const late = await idle('127.0.3.1');
    if (held[0]?.closed === false) await once(held[0], 'close');
    late.write('GET /held/late HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => ends.has('late'));
    ends.get('busy')?.();
    await until(() => busy.read() !== '');
    expect(busy.read()).toMatch(/^HTTP\/1\.1 200 /);
    expect(held.filter(({ closed }) => closed)).toEqual([held[0]]);
    expect(warned).toEqual(['refused connections: 127.0.3.0/24']);
    ends.get('late')?.();
    for (const socket of [...held, late, busy.socket]) socket.destroy();
  });
});

describe('connections of one network', () => {
  it('are cut beyond the limit, logged once, and allowed again after others end', async () => {
    const held = await Promise.all(Array.from({ length: 10 }, () => idle()));
    const [more] = await Promise.all([idle(), idle()]);
    if (!more.closed) await once(more, 'close');
    await until(() => warned.length > 0);
    expect(warned).toEqual(['refused connections: 127.0.0.0/24']);
    for (const socket of held) socket.destroy();
    // The server may not have noticed the closed sockets yet.
    while (!ends.has('after')) {
      const { socket } = await send('after');
      await until(() => ends.has('after') || socket.closed);
    }
  });
});

describe('connections without a TLS handshake', () => {
  it('are closed, oldest first, while established ones stay', async () => {
    const pair = await makeCertificate('first');
    const secure = createServer(pair).listen(0, '127.0.0.1');
    limitHandshakes(secure, 3);
    await once(secure, 'listening');
    ({ port } = secure.address() as AddressInfo);
    const options = { port, host: '127.0.0.1', ca: pair.cert };
    const known = connectTls(options);
    await once(known, 'secureConnect');
    const silent = await idleOnes(4, '127.0.0.1');
    await until(() => silent[0]?.closed === true);
    const late = connectTls(options);
    await once(late, 'secureConnect');
    await until(() => silent[1]?.closed === true);
    expect(silent.map(({ closed }) => closed)).toEqual([true, true, false, false]);
    expect(known.closed).toBe(false);
    for (const socket of [...silent, known, late]) socket.destroy();
    secure.close();
  });
});
