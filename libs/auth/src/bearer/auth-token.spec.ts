import { describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { type SigningKeys, newSigningKey } from '#config/keys.js';
import { AuthTokens } from './auth-token.js';

const [old, next] = [newSigningKey(), newSigningKey()];
const subject = {
  partnerUserId: 'pu-1',
  partnerId: 'p-1',
  keyId: 'k1',
  signInId: 's-1',
  generation: 2,
};
const now = new Date('2026-03-16T12:00:00.900Z');
const sign = (...keys: SigningKeys) => new AuthTokens(keys, 1_800).sign(subject, 'jti-1', now);

describe('an authToken', () => {
  it('names user, audience and expiry', async () => {
    const { token, expiresAt } = await sign(old);
    const verified = await jwtVerify(token, createLocalJWKSet(new AuthTokens([old], 1).jwks()), {
      currentDate: now,
    });
    expect(verified.protectedHeader).toEqual({ alg: 'ES256', kid: old.kid, typ: 'JWT' });
    expect(verified.payload).toEqual({
      iss: 'partner-brokerage',
      aud: 'partner-api',
      sub: 'pu-1',
      partnerId: 'p-1',
      keyId: 'k1',
      sid: 's-1',
      generation: 2,
      jti: 'jti-1',
      iat: Date.parse('2026-03-16T12:00:00Z') / 1_000,
      exp: Date.parse('2026-03-16T12:30:00Z') / 1_000,
    });
    expect(expiresAt).toEqual(new Date('2026-03-16T12:30:00.000Z'));
  });
  it('is signed with the first key of the key ring', async () => {
    expect(decodeProtectedHeader((await sign(old, next)).token).kid).toBe(old.kid);
    expect(decodeProtectedHeader((await sign(next, old)).token).kid).toBe(next.kid);
  });
  it('is verified by every key of the key ring', () => {
    const tokens = new AuthTokens([next, old], 1_800);
    expect([next, old].map(({ kid }) => tokens.publicKey(kid))).toEqual([
      expect.stringContaining('BEGIN PUBLIC KEY'),
      expect.stringContaining('BEGIN PUBLIC KEY'),
    ]);
    expect(tokens.publicKey('another')).toBeUndefined();
  });
});

describe('the published keys', () => {
  it('are the public parts of the key ring', () => {
    const { keys } = new AuthTokens([next, old], 1_800).jwks();
    expect(keys.map(({ kid }) => kid)).toEqual([next.kid, old.kid]);
    for (const key of keys)
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });
});

it('a missing signing key prevents the start', () =>
  expect(() => new AuthTokens([], 1_800)).toThrow('a signing key is missing'));
