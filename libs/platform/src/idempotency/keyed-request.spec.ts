import { describe, expect, it } from '@jest/globals';
import { keyedRequest } from './keyed-request.js';

const user = { partnerId: 'p-1', partnerUserId: 'u-1' };
const request = { headers: { 'idempotency-key': 'k' }, url: '/v1/user', body: { a: 1 }, user };
const idOf = (changes: object) => keyedRequest({ ...request, ...changes })?.keptAnswerId;

describe('an Idempotency-Key', () => {
  it('is optional', () => expect(keyedRequest({ ...request, headers: {} })).toBeNull());
  it.each(['k', 'k'.repeat(255), ' ~"\u00e9'])('may be %j', (key) =>
    expect(idOf({ headers: { 'idempotency-key': key } })).toMatch(/^[0-9a-f]{40}$/),
  );
  it.each(['', 'k'.repeat(256)])('may not be %j', (key) =>
    expect(() => idOf({ headers: { 'idempotency-key': key } })).toThrow(
      expect.objectContaining({
        refusal: 'malformed',
        faults: [expect.not.objectContaining({ pointer: expect.anything() })],
      }),
    ),
  );
  it.each([
    ['partner', { user: { ...user, partnerId: 'p-2' } }],
    ['path', { url: '/v1/users' }],
  ])('counts for its own %s only', (_, changes) => expect(idOf(changes)).not.toBe(idOf({})));
  it('counts for all users of a partner', () =>
    expect(idOf({ user: { ...user, partnerUserId: 'u-2' } })).toBe(idOf({})));
});
