import { afterEach, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { type TestApp, gate, startHttpApp } from '../../support/http-app.js';

const open: TestApp[] = [];
const start = async (env: Record<string, string> = {}, rateWindowS = 60) => {
  const app = await startHttpApp(env, rateWindowS);
  open.push(app);
  return app;
};
afterEach(async () => {
  gate.wait = () => Promise.resolve();
  await Promise.all(open.splice(0).map((app) => app.close()));
});

const statusesOf = (responses: readonly Response[]) =>
  responses.map(({ status }) => status).sort((a, b) => a - b);
const times = <Value>(n: number, make: (i: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)));

describe('the rate of a partner', () => {
  const ask = ({ url }: TestApp, partnerId: string) =>
    fetch(`${url}/pictures`, { headers: { authorization: partnerId } });
  it('is limited for each partner by itself', async () => {
    const app = await start({ PARTNER_RATE_PER_S: '30' });
    const [one, other] = await Promise.all([
      times(40, () => ask(app, 'p-1')),
      times(30, () => ask(app, 'p-2')),
    ]);
    expect(statusesOf(one)).toEqual([
      ...Array<number>(30).fill(200),
      ...Array<number>(10).fill(429),
    ]);
    expect(statusesOf(other)).toEqual(Array(30).fill(200));
  });
  it('tells what is left of it', async () => {
    const app = await start({ PARTNER_RATE_PER_S: '30' });
    await ask(app, 'p-1');
    const { headers } = await ask(app, 'p-1');
    expect(headers.get('ratelimit-policy')).toBe('"partner";q=30;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"partner";r=28;t=(60|59)$/);
  });
  it('is full again a second later', async () => {
    const app = await start({ PARTNER_RATE_PER_S: '1' }, 1);
    let status = 0;
    while (status !== 429) ({ status } = await ask(app, 'p-1'));
    await new Promise((done) => setTimeout(done, 1_100));
    expect((await ask(app, 'p-1')).status).toBe(200);
  });
});

describe('the rate of a client address', () => {
  const ask = ({ url }: TestApp, path: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { headers });
  it('is limited where no token is asked for, and tells so', async () => {
    const app = await start({ ADDRESS_RATE_PER_S: '5' });
    const responses = await times(8, () => ask(app, '/things/1'));
    expect(statusesOf(responses)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const refused = responses.find(({ status }) => status === 429)!;
    const again = refused.headers.get('retry-after');
    expect(Number(again)).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-policy')).toBe('"address";q=5;w=60');
    expect(refused.headers.get('ratelimit')).toBe(`"address";r=0;t=${again}`);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', status: 429 });
  });
  it('counts paths that do not exist', async () => {
    const app = await start({ ADDRESS_RATE_PER_S: '2' });
    expect(statusesOf(await times(3, () => ask(app, '/nothing')))).toEqual([404, 404, 429]);
  });
  it('leaves health checks alone', async () => {
    const app = await start({ ADDRESS_RATE_PER_S: '1' });
    expect(statusesOf(await times(5, () => ask(app, '/health/live')))).toEqual(Array(5).fill(200));
  });
  it('tells clients behind a trusted proxy apart', async () => {
    const app = await start({ ADDRESS_RATE_PER_S: '1', TRUST_PROXY: 'loopback' });
    const from = (i: number) => ask(app, '/things/1', { 'x-forwarded-for': `203.0.113.${i}` });
    expect(statusesOf(await times(5, from))).toEqual(Array(5).fill(200));
  });
  it('believes nobody else about addresses', async () => {
    const app = await start({ ADDRESS_RATE_PER_S: '1' });
    const from = (i: number) => ask(app, '/things/1', { 'x-forwarded-for': `203.0.113.${i}` });
    expect(statusesOf(await times(3, from))).toEqual([200, 429, 429]);
  });
});

describe('an application that ends', () => {
  it('lets what runs finish, refuses what comes on its connection, and takes no other', async () => {
    const app = await startHttpApp();
    let letGo = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      gate.wait = () => {
        resolve();
        return new Promise<void>((done) => (letGo = done));
      };
    });
    const socket = connect(app.port, '127.0.0.1');
    let answers = '';
    socket.on('data', (chunk) => (answers += chunk.toString()));
    socket.write('POST /things/slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await started;
    const closing = app.close();
    socket.write('GET /things/1 HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((done) => setTimeout(done, 200));
    letGo();
    await Promise.all([closing, new Promise((done) => socket.once('close', done))]);
    expect(answers).toMatch(/^HTTP\/1\.1 201 /);
    expect(answers).toMatch(/HTTP\/1\.1 503 [^]*"code":"shutting_down"/);
    expect(answers).toMatch(/\r\nretry-after: 2\r\n/i);
    await expect(fetch(`${app.url}/things/1`)).rejects.toThrow();
  });
});
