import { afterEach, describe, expect, it } from '@jest/globals';
import { IN_FLIGHT } from '#http/in-flight.js';
import { dial } from '../../support/dial.js';
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

const until = async (wanted: () => boolean) => {
  for (let tries = 0; tries < 100_000 && !wanted(); tries++)
    await new Promise((done) => setTimeout(done, 10));
};

describe('the rate of a partner', () => {
  const ask = ({ url }: TestApp, partnerId: string) =>
    fetch(`${url}/pictures`, { headers: { authorization: partnerId } });
  it('is limited per partner', async () => {
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
    expect(headers.get('ratelimit')).toMatch(/^"partner";r=28;t=(60|[1-5]?\d)$/);
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

describe('the addresses of one /64', () => {
  const from = (i: number, network = 1) => ({ 'x-forwarded-for': `2001:db8:0:${network}::${i}` });
  const behindProxy = (rate = '100000') =>
    start({ ADDRESS_RATE_PER_S: rate, TRUST_PROXY: 'loopback' });
  const status = async ({ url }: TestApp, path: string, init: RequestInit) =>
    (await fetch(`${url}${path}`, init)).status;

  it('have one rate', async () => {
    const app = await behindProxy('1');
    const ask = (i: number, network = 1) => status(app, '/things/1', { headers: from(i, network) });
    expect((await times(3, (i) => ask(i))).sort()).toEqual([200, 429, 429]);
    expect(await ask(1, 2)).toBe(200);
  });
  it('send so many bad credentials together', async () => {
    const app = await behindProxy();
    const ask = (i: number, network = 1) => status(app, '/pictures', { headers: from(i, network) });
    for (let asked = 0; asked < 320; asked += 20) await times(20, (i) => ask(asked + i));
    expect(await ask(999)).toBe(429);
    expect(await ask(1, 2)).toBe(401);
  });
  it('have so many requests under way together', async () => {
    const app = await behindProxy();
    let [begun, letGo] = [0, (): void => undefined];
    const waits = new Promise<void>((done) => (letGo = done));
    gate.wait = () => (begun++, waits);
    const ask = (i: number, network = 1) =>
      status(app, '/things/slow', { method: 'POST', headers: from(i, network) });
    const held = times(IN_FLIGHT.address, (i) => ask(i));
    await until(() => begun === IN_FLIGHT.address);
    let answered = 0;
    const more = ask(999).then((each) => (answered = each));
    await until(() => answered > 0 || begun > IN_FLIGHT.address);
    const other = ask(1, 2);
    await until(() => begun > IN_FLIGHT.address);
    letGo();
    expect([await more, await other]).toEqual([429, 201]);
    await held;
  });
});

describe('an application that ends', () => {
  it('finishes requests, refuses one on an open connection, and accepts no connection', async () => {
    const app = await startHttpApp();
    let letGo = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      gate.wait = () => {
        resolve();
        return new Promise<void>((done) => (letGo = done));
      };
    });
    const { socket, read } = await dial(app.port, 'POST /things/slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await started;
    const late = await dial(app.port, 'GET /things/1 HTTP/1.1\r\n');
    const closing = app.close();
    late.socket.write('Host: x\r\n\r\n');
    await new Promise((done) => setTimeout(done, 200));
    letGo();
    await Promise.all([closing, new Promise((done) => socket.once('close', done))]);
    expect(read()).toMatch(/^HTTP\/1\.1 201 /);
    expect(late.read()).toMatch(/^HTTP\/1\.1 503 [^]*"code":"shutting_down"/);
    expect(late.read()).toMatch(/\r\nretry-after: 2\r\n/i);
    await expect(fetch(`${app.url}/things/1`)).rejects.toThrow();
  });
});
