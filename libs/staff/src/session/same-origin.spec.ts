import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#config/config.js';
import { SameOriginGate, requireSameOrigin } from './same-origin.js';

type Headers = Readonly<Record<string, string>>;

const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE'];
const refused = expect.objectContaining({ code: 'cross_site_request' });

const ask = (method: string, headers: Headers, hostname: string, publicOrigin: string | null) => {
  const about = { protocol: 'https', host: `${hostname}:3000`, hostname };
  const request = { method, headers, ...about } as unknown as FastifyRequest;
  return () => requireSameOrigin(request, publicOrigin);
};

describe('a changing request with a configured address', () => {
  const own = 'https://console.example';
  const from = (headers: Headers, hostname = 'console.example') =>
    ask('POST', headers, hostname, own);

  it.each<[string, Headers]>([
    ['a page of there', { 'sec-fetch-site': 'same-origin', origin: own }],
    ['a program that names it', { origin: own }],
  ])('is accepted from %s with any host from a proxy', (_, headers) => {
    for (const hostname of ['console.example', 'api', '10.0.0.7'])
      expect(from(headers, hostname)).not.toThrow();
  });

  it.each<[string, Headers]>([
    ['says nothing', {}],
    ['comes from elsewhere', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['comes from a sister host', { 'sec-fetch-site': 'same-site', origin: own }],
    ['was typed by the user', { 'sec-fetch-site': 'none', origin: own }],
    ['names no address', { 'sec-fetch-site': 'same-origin' }],
    ['names another address', { origin: 'https://evil.example' }],
    ['names the address without encryption', { origin: 'http://console.example' }],
    ['names another port', { origin: `${own}:8443` }],
    ['comes from a page without an address', { origin: 'null' }],
  ])('is rejected when it %s', (_, headers) => {
    for (const method of CHANGES)
      expect(ask(method, headers, 'console.example', own)).toThrow(refused);
  });

  it('names the address to send', () => {
    expect(from({})).toThrow('Send Origin: https://console.example, the address of this service');
    const gate = new SameOriginGate({ publicOrigin: own } as Config);
    expect(() => gate.admit({ method: 'POST', headers: {} } as FastifyRequest)).toThrow(refused);
  });

  it('is rejected from a page under a third-party name of this address', () => {
    const origin = 'https://evil.example:3000';
    const headers = { 'sec-fetch-site': 'same-origin', origin };
    expect(from(headers, 'evil.example')).toThrow(refused);
  });
});

describe('a changing request without a configured address', () => {
  const from = (headers: Headers, hostname = 'localhost') => ask('POST', headers, hostname, null);

  it.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('is accepted on %s', (hostname) => {
    expect(from({ 'sec-fetch-site': 'same-origin' }, hostname)).not.toThrow();
    expect(from({ origin: `https://${hostname}:3000` }, hostname)).not.toThrow();
  });

  it.each(['console.example', '10.0.0.7', 'localhost.evil.example', '127.0.0.1.evil.example'])(
    'is rejected on %s with the name of the setting',
    (hostname) => {
      const headers = { 'sec-fetch-site': 'same-origin', origin: `https://${hostname}:3000` };
      expect(from(headers, hostname)).toThrow(/PUBLIC_ORIGIN/);
    },
  );

  it.each<[string, Headers]>([
    ['says nothing', {}],
    ['comes from elsewhere', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    [
      'comes from a sister host',
      { 'sec-fetch-site': 'same-site', origin: 'https://localhost:3000' },
    ],
    ['was typed by the user', { 'sec-fetch-site': 'none' }],
    ['names another address', { origin: 'https://evil.example' }],
    ['names another port', { origin: 'https://localhost:8443' }],
    ['comes from a page without an address', { origin: 'null' }],
  ])('is rejected when it %s', (_, headers) => {
    for (const method of CHANGES) expect(ask(method, headers, 'localhost', null)).toThrow(refused);
  });
});

describe('a reading request', () => {
  it.each(['GET', 'HEAD'])('is accepted from anywhere: %s', (method) => {
    expect(ask(method, { 'sec-fetch-site': 'cross-site' }, 'evil.example', null)).not.toThrow();
  });
});
