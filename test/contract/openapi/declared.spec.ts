import { describe, expect, it } from '@jest/globals';
import { type Seen, requireDeclared } from '../../support/contract.js';
import { describedOperations } from '../../support/described-api.js';

const id = '0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90';
const path = `/v1/user/${id}`;

const user = {
  id,
  partnerId: id,
  externalId: null,
  name: 'Ada',
  familyName: 'Lovelace',
  email: 'ada@example.com',
  phone: null,
  countryCode: 'USA',
  dateCreated: '2026-03-02T14:05:06.789Z',
  dateModified: '2026-03-02T14:05:06.789Z',
};

const problem = (status: number, code: string) => ({
  type: `/problems/${code}`,
  title: 'No',
  status,
  code,
  detail: 'No',
  requestId: 'r-1',
});

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'r-1' };
const PROBLEM = { ...JSON_TYPE, 'content-type': 'application/problem+json' };

const seen = (changes: Partial<Seen> = {}): Seen => ({
  method: 'GET',
  path,
  status: 200,
  headers: new Headers(JSON_TYPE),
  body: user,
  ...changes,
});

const refused = (status: number, code: string, headers: Record<string, string> = {}): Seen =>
  seen({ status, body: problem(status, code), headers: new Headers({ ...PROBLEM, ...headers }) });

describe('holding answers to the document', () => {
  it('passes an answer as it is declared', () => {
    requireDeclared(seen());
    requireDeclared(refused(404, 'user_not_found'));
    requireDeclared(refused(401, 'invalid_token', { 'www-authenticate': 'Bearer' }));
    requireDeclared(
      seen({ path: '/v1/nothing', status: 404, body: problem(404, 'route_not_found') }),
    );
  });

  it.each<[string, Seen]>([
    ['a field', seen({ body: { ...user, nickname: 'Ada' } })],
    ['an absent field', seen({ body: { ...user, phone: undefined } })],
    ['a type', seen({ body: { ...user, name: 1 } })],
    ['null', seen({ body: { ...user, partnerId: null } })],
    [
      'a time without milliseconds',
      seen({ body: { ...user, dateCreated: '2026-03-02T14:05:06Z' } }),
    ],
    [
      'a time with another offset',
      seen({ body: { ...user, dateCreated: '2026-03-02T14:05:06.789+00:00' } }),
    ],
    ['an id that is none', seen({ body: { ...user, id: 'u-1' } })],
    ['a status', seen({ status: 202 })],
    ['an operation', seen({ method: 'PUT' })],
    ['a path', seen({ path: '/v1/nobody' })],
    ['a media type', seen({ headers: new Headers({ ...JSON_TYPE, 'content-type': 'text/html' }) })],
    ['a code', refused(404, 'order_not_found')],
    [
      'a code under another status',
      seen({ status: 404, body: problem(409, 'user_not_found'), headers: new Headers(PROBLEM) }),
    ],
    ['a 400 without its faults', refused(400, 'validation_failed')],
    ['a problem as plain JSON', seen({ status: 404, body: problem(404, 'user_not_found') })],
  ])('refuses what is not declared: %s', (_, answer) => {
    expect(() => requireDeclared(answer)).toThrow('npm run docs:openapi');
  });

  it.each<[string, Seen]>([
    ['request id', seen({ headers: new Headers({ 'content-type': 'application/json' }) })],
    ['challenge', refused(401, 'invalid_token')],
    ['rate', refused(429, 'rate_limited', { 'retry-after': '1' })],
    ['time to come again', refused(503, 'temporarily_unavailable')],
  ])('refuses an answer without its headers: %s', (_, answer) => {
    expect(() => requireDeclared(answer)).toThrow('lacks the headers');
  });
});

describe('the examples of the document', () => {
  it.each(describedOperations().map((each) => [`${each.method} ${each.path}`, each] as const))(
    'of %s are answers that it allows',
    (_, { method, path: template, examples }) => {
      for (const { status, type, body } of examples) {
        const headers = { ...JSON_TYPE, 'content-type': type, 'www-authenticate': 'Bearer' };
        const rates = { 'retry-after': '1', ratelimit: '', 'ratelimit-policy': '' };
        const answer = { headers: new Headers({ ...headers, ...rates }), status, body };
        requireDeclared({ method, path: template.replace(/\{\w+\}/g, id), ...answer });
      }
    },
  );
});
