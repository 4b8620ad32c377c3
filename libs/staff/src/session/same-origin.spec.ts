import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { requireSameOrigin } from './same-origin.js';

type Headers = Readonly<Record<string, string>>;

const request = (method: string, headers: Headers) =>
  ({ method, headers, protocol: 'https', host: 'console.example' }) as unknown as FastifyRequest;
const own = 'https://console.example';

describe('a request that changes something', () => {
  it.each<[string, Headers]>([
    ['says that it comes from a page of here', { 'sec-fetch-site': 'same-origin' }],
    ['names the address of here', { origin: own }],
    [
      'says so through a proxy that changed the host',
      { 'sec-fetch-site': 'same-origin', origin: 'https://public.example' },
    ],
  ])('is let in when it %s', (_, headers) => {
    expect(() => requireSameOrigin(request('POST', headers))).not.toThrow();
  });

  it.each<[string, Headers]>([
    ['says nothing', {}],
    ['comes from elsewhere', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['comes from a sister host', { 'sec-fetch-site': 'same-site', origin: own }],
    ['was typed by the user', { 'sec-fetch-site': 'none' }],
    ['names another address', { origin: 'https://evil.example' }],
    ['names the address without encryption', { origin: 'http://console.example' }],
    ['names another port', { origin: `${own}:8443` }],
    ['comes from a page without an address', { origin: 'null' }],
  ])('is refused when it %s', (_, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(() => requireSameOrigin(request(method, headers))).toThrow(
        expect.objectContaining({ code: 'cross_site_request' }),
      );
  });
});

describe('a request that reads', () => {
  it.each(['GET', 'HEAD'])('is let in from anywhere: %s', (method) => {
    expect(() =>
      requireSameOrigin(request(method, { 'sec-fetch-site': 'cross-site' })),
    ).not.toThrow();
  });
});
