import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { IN_FLIGHT } from '#http/in-flight.js';
import { BODIES_COMING_MAX } from '#http/slow-bodies.js';
import { dial as dialPort } from '../../support/dial.js';
import { type TestApp, gate, startHttpApp } from '../../support/http-app.js';

const opened: TestApp[] = [];
const start = async (env: Record<string, string> = {}) => {
  const app = await startHttpApp(env);
  opened.push(app);
  return app;
};
const lines: Socket[] = [];
afterEach(async () => {
  for (const socket of lines.splice(0)) socket.destroy();
  gate.wait = () => Promise.resolve();
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

const dial = async ({ port }: TestApp, text: string, localAddress?: string) => {
  const line = await dialPort(port, text, localAddress);
  lines.push(line.socket);
  return line;
};
const post = (path: string, ...headers: string[]) =>
  ['POST ' + path + ' HTTP/1.1', 'Host: x', ...headers, 'Content-Length: 100', '\r\n'].join('\r\n');
const json = 'Content-Type: application/json';
const slow = 'POST /things/slow HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';
const until = async (wanted: () => boolean) => {
  for (let tries = 0; tries < 100_000 && !wanted(); tries++) await setTimeout(10);
};

describe('a connection', () => {
  it('is closed when a second request is sent before the first response', async () => {
    const app = await start();
    let begun = 0;
    gate.wait = () => (begun++, new Promise(() => undefined));
    const { socket } = await dial(app, slow.repeat(6));
    await until(() => socket.closed || begun > 1);
    expect([socket.closed, begun > 1]).toEqual([true, false]);
  });
});

describe('a body that does not come', () => {
  it('is not waited for to ask who sends it', async () => {
    const app = await start();
    const line = await dial(app, post('/pictures/named', json));
    expect(await line.answered()).toMatch(/^HTTP\/1\.1 401 /);
  });
  it('is not waited for when the partner’s quota is used up', async () => {
    const app = await start({ PARTNER_RATE_PER_S: '1' });
    const headers = { authorization: 'p-1' };
    expect((await fetch(`${app.url}/pictures`, { headers })).status).toBe(200);
    const line = await dial(app, post('/pictures/named', json, 'Authorization: p-1'));
    expect(await line.answered()).toMatch(/^HTTP\/1\.1 429 /);
    line.socket.destroy();
  });
  it.each([
    ['a route reads it by itself', '/pictures'],
    ['it is parsed before', '/things'],
  ])('ends its request when %s', async (_, path) => {
    const app = await start();
    const line = await dial(app, post(path, json, 'Authorization: p-1'));
    const text = await line.answered();
    expect(text).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request_timeout"/);
    line.socket.destroy();
  });
});

describe('bodies that are on their way', () => {
  it('are so many of one partner’s, and another’s is waited for', async () => {
    const app = await start();
    const of = (partner: string) =>
      dial(app, post('/pictures/named', json, `Authorization: ${partner}`));
    await Promise.all(Array.from({ length: BODIES_COMING_MAX }, () => of('p-1')));
    const more = await of('p-1');
    expect(await more.answered()).toMatch(/^HTTP\/1\.1 429 [^]*incomplete bodies/);
    const other = await of('p-2');
    other.socket.write(JSON.stringify({ name: 'x'.repeat(100 - '{"name":""}'.length) }));
    expect(await other.answered()).toMatch(/^HTTP\/1\.1 400 [^]*"validation_failed"/);
  });
});

describe('bodies of nobody that are on their way', () => {
  it('make room for others’, the oldest of the address that has most first', async () => {
    const app = await start();
    const from = (address: string) => dial(app, post('/things', json), address);
    const one = await from('127.0.0.2');
    await Promise.all(Array.from({ length: 49 }, () => from('127.0.0.3')));
    const oldest = await from('127.0.0.4');
    const left = BODIES_COMING_MAX - 51;
    await Promise.all(Array.from({ length: left }, () => from('127.0.0.4')));
    const more = await from('127.0.0.5');
    expect(await oldest.answered()).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request_timeout"/);
    for (const line of [more, one]) {
      line.socket.write(JSON.stringify({ name: 'x'.repeat(100 - '{"name":""}'.length) }));
      expect(await line.answered()).toMatch(/^HTTP\/1\.1 400 [^]*"validation_failed"/);
    }
    const partner = await fetch(`${app.url}/pictures`, { headers: { authorization: 'p-1' } });
    expect(partner.status).toBe(200);
  });
});

describe('requests of nobody that are under way', () => {
  it('refuse nobody whose token is known, however many they are', async () => {
    const app = await start();
    let release = () => {};
    const waits = new Promise<void>((resolve) => (release = resolve));
    let begun = 0;
    gate.wait = () => (begun++, waits);
    const from = (i: number) => dial(app, slow, `127.1.${i % 100}.${1 + Math.floor(i / 100)}`);
    const held = await Promise.all(
      Array.from({ length: IN_FLIGHT.unauthenticated }, (_, i) => from(i)),
    );
    await until(() => begun === held.length);
    const more = await from(held.length);
    expect(await more.answered()).toMatch(/^HTTP\/1\.1 503 [^]*"temporarily_unavailable"/);
    expect(begun).toBe(held.length);
    const partner = await fetch(`${app.url}/pictures`, { headers: { authorization: 'p-1' } });
    expect(partner.status).toBe(200);
    release();
  });
});

describe('a request that is refused before its body', () => {
  it('tells why to who sends all of it, over a connection that lives on', async () => {
    const app = await start();
    const line = await dial(app, post('/pictures/named', json));
    expect(await line.answered()).toMatch(/^HTTP\/1\.1 401 /);
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
    const other = await dial(app, 'GET /pictures HTTP/1.1\r\nHost: x\r\n\r\n', '127.0.0.2');
    expect(await other.answered()).toMatch(/^HTTP\/1\.1 401/);
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
