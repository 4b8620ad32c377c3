import { describe, expect, it } from '@jest/globals';
import { keyedRequest } from './keyed-request.js';

const user = { partnerId: 'p-1', partnerUserId: 'u-1' };
const request = { headers: { 'idempotency-key': 'k' }, url: '/v1/user', body: { a: 1 }, user };
const idOf = (changes: object) => keyedRequest({ ...request, ...changes })?.idempotencyRecordId;

describe('an Idempotency-Key', () => {
  it('is optional', () => expect(keyedRequest({ ...request, headers: {} })).toBeNull());
  it.each(['k', 'k'.repeat(255), ' ~"\u00e9'])('accepts %j', (key) =>
    expect(idOf({ headers: { 'idempotency-key': key } })).toMatch(/^[0-9a-f]{40}$/),
  );
  it.each(['', 'k'.repeat(256)])('rejects %j', (key) =>
    expect(() => idOf({ headers: { 'idempotency-key': key } })).toThrow(
      expect.objectContaining({
        refusal: 'malformed',
        errors: [expect.not.objectContaining({ pointer: expect.anything() })],
      }),
    ),
  );
  it.each([
    ['partner', { user: { ...user, partnerId: 'p-2' } }],
    ['path', { url: '/v1/users' }],
  ])('is scoped to its %s', (_, changes) => expect(idOf(changes)).not.toBe(idOf({})));
  it('is shared by all users of a partner', () =>
    expect(idOf({ user: { ...user, partnerUserId: 'u-2' } })).toBe(idOf({})));
});
