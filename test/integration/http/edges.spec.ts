import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { BODIES_COMING_MAX } from '#platform/http/slow-bodies.js';
import { type TestApp, gate, startHttpApp } from '../../support/http-app.js';

const opened: TestApp[] = [];
const start = async (env: Record<string, string> = {}) => {
  const app = await startHttpApp(env);
  opened.push(app);
  return app;
};
afterEach(async () => {
  gate.wait = () => Promise.resolve();
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

const dial = async ({ port }: TestApp, text: string, options: { localAddress?: string } = {}) => {
  const socket = connect({ port, host: '127.0.0.1', ...options });
  let read = '';
  socket.on('data', (piece: Buffer) => (read += piece.toString())).on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return { socket, read: () => read };
};
const answered = async ({ socket, read }: Awaited<ReturnType<typeof dial>>) => {
  if (read() === '') await once(socket, 'data');
  return read();
};
const post = (path: string, ...headers: string[]) =>
  ['POST ' + path + ' HTTP/1.1', 'Host: x', ...headers, 'Content-Length: 100', '\r\n'].join('\r\n');
const json = 'Content-Type: application/json';

describe('a body that does not come', () => {
  it('is not waited for to ask who sends it', async () => {
    const app = await start();
    const line = await dial(app, post('/pictures/named', json));
    expect(await answered(line)).toMatch(/^HTTP\/1\.1 401 /);
    if (!line.socket.closed) await once(line.socket, 'close');
  });
  it('is not waited for when the partner’s quota is used up', async () => {
    const app = await start({ PARTNER_RATE_PER_S: '1' });
    const headers = { authorization: 'p-1' };
    expect((await fetch(`${app.url}/pictures`, { headers })).status).toBe(200);
    const line = await dial(app, post('/pictures/named', json, 'Authorization: p-1'));
    expect(await answered(line)).toMatch(/^HTTP\/1\.1 429 /);
    line.socket.destroy();
  });
  it.each([
    ['a route reads it by itself', '/pictures'],
    ['it is parsed before', '/things'],
  ])('ends its request when %s', async (_, path) => {
    const app = await start();
    const line = await dial(app, post(path, json, 'Authorization: p-1'));
    const text = await answered(line);
    expect(text).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request_timeout"/);
    line.socket.destroy();
  });
});

describe('bodies that are on their way', () => {
  it('are so many of one partner’s, and another’s is waited for', async () => {
    const app = await start();
    const of = (partner: string) =>
      dial(app, post('/pictures/named', json, `Authorization: ${partner}`));
    const held = await Promise.all(Array.from({ length: BODIES_COMING_MAX }, () => of('p-1')));
    const more = await of('p-1');
    expect(await answered(more)).toMatch(/^HTTP\/1\.1 429 [^]*bodies may be on their way/);
    const other = await of('p-2');
    other.socket.write(JSON.stringify({ name: 'x'.repeat(100 - '{"name":""}'.length) }));
    expect(await answered(other)).toMatch(/^HTTP\/1\.1 400 [^]*"validation_failed"/);
    for (const { socket } of [...held, more, other]) socket.destroy();
  });
});

describe('bodies of nobody that are on their way', () => {
  it('from many addresses leave places to partners', async () => {
    const app = await start();
    const from = (address: string) => dial(app, post('/things', json), { localAddress: address });
    const held = await Promise.all(
      Array.from({ length: BODIES_COMING_MAX }, (_, i) => from(`127.0.0.${2 + (i % 5)}`)),
    );
    const more = await from('127.0.0.9');
    expect(await answered(more)).toMatch(/^HTTP\/1\.1 429 /);
    const partner = await fetch(`${app.url}/pictures`, { headers: { authorization: 'p-1' } });
    expect(partner.status).toBe(200);
    for (const { socket } of [...held, more]) socket.destroy();
  });
});

describe('a request that is refused before its body', () => {
  it('tells why to who sends all of it, over a connection that lives on', async () => {
    const app = await start();
    const line = await dial(app, post('/pictures/named', json));
    expect(await answered(line)).toMatch(/^HTTP\/1\.1 401 /);
    line.socket.write(`${'x'.repeat(100)}GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n`);
    while (!line.read().includes('HTTP/1.1 200')) await once(line.socket, 'data');
    line.socket.destroy();
  });
});

describe('bad credentials', () => {
  const ask = ({ url }: TestApp) => fetch(`${url}/pictures`);
  it('are looked at no more once too many came from an address', async () => {
    const app = await start();
    const statuses: number[] = [];
    for (let asked = 0; asked < 320; asked += 20)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 20 }, async () => (await ask(app)).status))),
      );
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(300);
    const last = await ask(app);
    expect(last.status).toBe(429);
    expect(last.headers.get('ratelimit-policy')).toBe('"failures";q=300;w=10');
    const other = connect({ host: '127.0.0.1', port: app.port, localAddress: '127.0.0.2' });
    other.write('GET /pictures HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = (await once(other, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 401/);
    other.destroy();
  });
});

describe('a page', () => {
  it('costs its partner as much as the pages of a hundred that it holds', async () => {
    const app = await start({ PARTNER_RATE_PER_S: '1000' });
    const headers = { authorization: 'p-1' };
    const left = async (query: string) =>
      Number(
        /r=(\d+)/.exec(
          (await fetch(`${app.url}/pictures${query}`, { headers })).headers.get('ratelimit') ?? '',
        )?.[1],
      );
    const first = await left('');
    expect(await left('?limit=100')).toBe(first - 1);
    expect(await left('?limit=1000')).toBe(first - 11);
    expect(await left('?limit=101')).toBe(first - 13);
  });
});
