import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:https';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type TLSSocket, connect as connectTls } from 'node:tls';
import { BACKSTOP_MS } from '../../support/backstop.js';
import {
  type CertificateFolder,
  certificateFolder,
  makeCertificate,
} from '../../support/certificate.js';
import { type TestApp, startHttpApp } from '../../support/http-app.js';

type Pair = Awaited<ReturnType<typeof makeCertificate>>;

let first: Pair;
let second: Pair;
let files: CertificateFolder;
const open: TestApp[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  [first, second] = await Promise.all([makeCertificate('first'), makeCertificate('second')]);
  files = certificateFolder();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(open.splice(0).map((app) => app.close()));
});
afterAll(() => {
  files.remove();
});

const start = async (env: Record<string, string> = {}) => {
  const app = await startHttpApp(env);
  open.push(app);
  return app;
};
const startTls = (env: Record<string, string> = {}) => {
  files.put(first);
  return start({ TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile, ...env });
};

type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; certificate: string };

const ask = (url: string, agent: Agent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent }, (response) => {
      const certificate = (response.socket as TLSSocket).getPeerCertificate().subject.CN as string;
      response.resume().once('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, certificate });
      });
    });
    sent.once('error', reject).end();
  });
const silent = (port: number, localAddress = '127.0.0.1') => {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).resume();
  sockets.push(socket);
  return socket.on('error', () => undefined);
};
const closed = async (socket: Socket, name: string) => {
  await once(socket, 'close');
  return name;
};
const trusting = (...pairs: Pair[]) =>
  new Agent({ ca: pairs.map(({ cert }) => cert), keepAlive: true, maxSockets: 1 });

describe('an API with a certificate of its own', () => {
  it('speaks HTTPS, in production too', async () => {
    const app = await startTls({ NODE_ENV: 'production' });
    const answer = await ask(`${app.url}/things/1`, trusting(first));
    expect(answer).toMatchObject({ status: 200, certificate: 'first' });
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  });
  it('speaks no plain HTTP on that port', async () => {
    const app = await startTls();
    await expect(fetch(`http://127.0.0.1:${app.port}/things/1`)).rejects.toThrow();
  });
  it('refuses outdated TLS', async () => {
    const app = await startTls();
    const socket = connectTls({
      port: app.port,
      host: '127.0.0.1',
      ca: first.cert,
      maxVersion: 'TLSv1.1',
    });
    await expect(
      new Promise((resolve, reject) => socket.once('error', reject).once('secureConnect', resolve)),
    ).rejects.toThrow();
  });
  it('waits for no handshake that does not come', async () => {
    const app = await startTls();
    const patient = createServer({ ...first, handshakeTimeout: BACKSTOP_MS }).listen(
      0,
      '127.0.0.1',
    );
    await once(patient, 'listening');
    const { port } = patient.unref().address() as AddressInfo;
    const [theirs, ours] = [silent(port), silent(app.port)];
    expect(await Promise.race([closed(theirs, 'theirs'), closed(ours, 'ours')])).toBe('ours');
  });
  it('takes a new certificate while connections go on, and never half of one', async () => {
    const app = await startTls();
    const kept = trusting(first);
    await ask(`${app.url}/things/1`, kept);
    files.put({ cert: second.cert, key: first.key });
    await setTimeout(2_500);
    expect((await ask(`${app.url}/things/1`, trusting(first))).certificate).toBe('first');
    files.put(second);
    const endMs = Date.now() + BACKSTOP_MS;
    let renewed = '';
    while (renewed !== 'second' && Date.now() < endMs) {
      await setTimeout(200);
      renewed = (await ask(`${app.url}/things/1`, trusting(first, second))).certificate;
    }
    expect(renewed).toBe('second');
    expect(await ask(`${app.url}/things/1`, kept)).toMatchObject({ certificate: 'first' });
    kept.destroy();
  });
  it('does not start with files that are none', async () => {
    files.put({ cert: first.cert, key: second.key });
    await expect(
      start({ TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile }),
    ).rejects.toThrow(/TLS_CERT_FILE/);
  });
});

describe('an API in production without a certificate', () => {
  const https = { 'x-forwarded-proto': 'https' };
  it.each([
    ['a request over plain HTTP', {}, 'loopback', '/things/1', 403],
    ['a proxy that it trusts', https, 'loopback', '/things/1', 200],
    [
      'a proxy that took it over plain HTTP',
      { 'x-forwarded-proto': 'http' },
      'loopback',
      '/things/1',
      403,
    ],
    ['somebody who only says so', https, '10.0.0.0/8', '/things/1', 403],
    ['somebody who only says so, with no proxy named', https, '', '/things/1', 403],
    ['a health check of its own machine', {}, '', '/health/live', 200],
    ['a path that does not exist', {}, '', '/nothing', 403],
  ])('answers %s', async (_, headers: Record<string, string>, trusted, path, status) => {
    const app = await start({ NODE_ENV: 'production', TRUST_PROXY: trusted });
    const response = await fetch(`${app.url}${path}`, { headers });
    expect(response.status).toBe(status);
    if (status === 403) expect(await response.json()).toMatchObject({ code: 'https_required' });
  });
});

describe('security headers', () => {
  it('are on every answer, problems too', async () => {
    const app = await start();
    for (const path of ['/things/1', '/nothing']) {
      const { headers } = await fetch(`${app.url}${path}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none';frame-ancestors 'none'",
      );
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });
});
