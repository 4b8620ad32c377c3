import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeCertificate } from '../../../../test/support/certificate.js';
import { ScriptedServer } from '../../../../test/support/scripted-server.js';
import { AllowedTargets, TargetRejected } from './allowed-targets.js';
import { WebhookSender, outcomeLabel } from './webhook-sender.js';

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const message = (url: string) => ({
  ...{ id: 'evt_1', url, body: '{"a":1}', secrets: [SECRET], headers: {} },
});
const nowhere = () => Promise.resolve([]);

describe('a target', () => {
  const production = new AllowedTargets(false, nowhere);
  const sandbox = new AllowedTargets(true, nowhere);
  it.each([
    'https://hooks.acme.example/a?b=c',
    'https://hooks.acme.example:8443/',
    'https://hooks.acme.example:1025/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
  ])('may be %s', (url) => expect(production.require(url).href).toBe(url));
  it.each([
    ...['text', 'ftp://acme.example/', 'http://acme.example/', 'https://user@acme.example/'],
    ...['https://@acme.example/', 'https://acme.example/#part', 'https://acme.example:444/'],
    ...['https://acme.example:80/', 'https://acme.example:1024/', 'https://10.0.0.1/'],
    ...['https://172.16.0.1/', 'https://192.168.0.1/', 'https://127.0.0.1/', 'https://0.0.0.0/'],
    ...['https://169.254.169.254/', 'https://100.64.0.1/', 'https://224.0.0.1/'],
    ...['https://192.0.2.1/', 'https://198.18.0.1/', 'https://255.255.255.255/'],
    ...['https://168.63.129.16/', 'https://[::1]/', 'https://[::]/', 'https://[fe80::1]/'],
    ...['https://[fc00::1]/', 'https://[fd00:ec2::254]/', 'https://[ff02::1]/'],
    ...['https://[::ffff:8.8.8.8]/', 'https://[::ffff:127.0.0.1]/', 'https://[64:ff9b::a00:1]/'],
    ...['https://[2002:a00:1::]/', 'https://134744072/', 'https://0x8.8.8.8/'],
    ...['https://010.8.8.8/', 'https://2130706433/', 'https://127.1/'],
    ...['http://127.0.0.1:8443/', `https://acme.example/${'x'.repeat(2_048)}`],
  ])('may not be %s', (url) => expect(() => production.require(url)).toThrow(TargetRejected));
  it.each(['http://127.0.0.1:8443/', 'http://localhost:3001/', 'http://[::1]:3001/'])(
    'beside the sandbox may be %s',
    (url) => expect(sandbox.require(url).href).toBe(url),
  );
  it.each(['http://127.0.0.1/', 'http://10.0.0.1:3001/', 'http://acme.example:3001/'])(
    'beside the sandbox may not be %s',
    (url) => expect(() => sandbox.require(url)).toThrow(TargetRejected),
  );
  it.each([
    ['a private address among public ones', ['8.8.8.8', '10.0.0.1']],
    ['a loopback address', ['127.0.0.1']],
    ['a mapped address', ['::ffff:10.0.0.1']],
  ])('may not have a name with %s', async (_, found) => {
    const targets = new AllowedTargets(false, () => Promise.resolve(found));
    await expect(targets.addressesOf('acme.example')).rejects.toThrow(TargetRejected);
  });
});

describe('a delivery', () => {
  let server: ScriptedServer;
  let sender: WebhookSender;
  const open = (targets = new AllowedTargets(true, nowhere), timeoutMs = 15_000) =>
    (sender = new WebhookSender(targets, timeoutMs));
  beforeEach(async () => {
    server = await ScriptedServer.start();
    open();
  });
  afterEach(async () => {
    await sender.close();
    await server.stop();
  });

  it('has the headers of Standard Webhooks', async () => {
    server.answers(204);
    const attempt = await sender.send(message(`${server.url}/in?x=1`));
    expect(attempt).toMatchObject({ status: 204, error: null, responseStart: '' });
    expect(server.last).toMatchObject({ method: 'POST', path: '/in', body: '{"a":1}' });
    expect(server.last.headers['webhook-signature']).toMatch(/^v1,\S+$/);
    expect(outcomeLabel(attempt)).toBe('delivered');
  });

  it('times out while a receiver hangs', async () => {
    server.on(() => undefined);
    const attempt = await open(undefined, 200).send(message(`${server.url}/`));
    expect(attempt).toMatchObject({ status: null, error: 'timeout', responseStart: null });
  });

  it('is a success although the body drips without an end', async () => {
    server.on((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const attempt = await open(undefined, 300).send(message(`${server.url}/`));
    expect(attempt).toMatchObject({ status: 200, error: null });
    expect(attempt.responseStart).toMatch(/^x+$/);
  });

  it('reads little of a long response, and closes the connection', async () => {
    let sentBytes = 0;
    const isClosed = new Promise((closed) =>
      server.on((_, response) => {
        response.on('close', () => closed(true));
        const more = (): void => {
          if (response.destroyed || sentBytes > 50_000_000) return;
          sentBytes += 64 * 1_024;
          response.write('x'.repeat(64 * 1_024), more);
        };
        more();
      }),
    );
    const attempt = await sender.send(message(`${server.url}/`));
    expect(attempt.responseStart).toHaveLength(1_024);
    await isClosed;
    expect(sentBytes).toBeLessThan(50_000_000);
  });

  it('connects to the address that was checked, and to no forbidden one', async () => {
    let connections = 0;
    const listener = createTcpServer(() => void connections++);
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const { port } = listener.address() as AddressInfo;
    const rebound = new AllowedTargets(false, () => Promise.resolve(['127.0.0.1']));
    const attempt = await open(rebound).send(message(`https://acme.example:${port}/`));
    expect(attempt).toMatchObject({ status: null, error: 'address_not_allowed' });
    expect(outcomeLabel(attempt)).toBe('address_not_allowed');
    const literal = await sender.send(message(`https://127.0.0.1:${port}/`));
    expect(literal).toMatchObject({ status: null, error: 'address_not_allowed' });
    expect(connections).toBe(0);
    const socket = connect(port, '127.0.0.1');
    await once(listener, 'connection');
    socket.destroy();
    listener.close();
  });

  it('is sent over https only if the certificate is verified', async () => {
    const { cert, key } = await makeCertificate('acme.example');
    let requests = 0;
    const listener = createHttpsServer({ cert, key }, (_, response) => {
      requests++;
      response.writeHead(204).end();
    });
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const { port } = listener.address() as AddressInfo;
    const send = (host: string) =>
      open(new AllowedTargets(true, () => Promise.resolve(['127.0.0.1']))).send(
        message(`https://${host}:${port}/`),
      );
    const known = getCACertificates('default');
    try {
      const unknown = { status: null, error: 'depth_zero_self_signed_cert' };
      expect(await send('127.0.0.1')).toMatchObject(unknown);
      setDefaultCACertificates([...known, cert]);
      const otherName = { status: null, error: 'err_tls_cert_altname_invalid' };
      expect(await send('acme.example')).toMatchObject(otherName);
      expect(requests).toBe(0);
      expect(await send('127.0.0.1')).toMatchObject({ status: 204, error: null });
    } finally {
      setDefaultCACertificates(known);
      listener.closeAllConnections();
      listener.close();
    }
  });

  it('reports a name without an address, and a closed port', async () => {
    const lost = open(new AllowedTargets(true, nowhere));
    expect(await lost.send(message('https://acme.example/'))).toMatchObject({
      error: 'name_not_resolved',
    });
    const closed = createServer();
    await once(closed.listen(0, '127.0.0.1'), 'listening');
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    expect(await lost.send(message(`http://127.0.0.1:${port}/`))).toMatchObject({
      error: 'econnrefused',
    });
  });
});
