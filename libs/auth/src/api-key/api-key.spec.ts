import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { newApiKey, parseApiKey, partnerOfKey, secretMatches } from './api-key.js';

const partnerId = '3f1f6d0e-8a0b-4f4e-9f57-5d1f0c1e2a11';
const { apiKey, keyId, secretHash } = newApiKey(partnerId);
const secret = apiKey.split('_').slice(2).join('_');

describe('a new API key', () => {
  it('has the documented form', () => expect(apiKey).toMatch(/^pbk_[a-z0-9]+_[A-Za-z0-9_-]{43}$/));
  it('differs each time', () => {
    const again = newApiKey(partnerId);
    expect([again.keyId, again.apiKey]).not.toContain(keyId);
    expect(again.apiKey).not.toBe(apiKey);
  });
  it('is stored as a hash', () => {
    expect(secretHash).toMatch(/^[0-9a-f]{64}$/);
    expect(secretHash).not.toContain(secret);
  });
  it('is parsed into its parts', () =>
    expect(parseApiKey(apiKey)).toEqual({ keyId, partnerId, secret }));
  it.each([
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    randomUUID(),
  ])('contains the id of partner %s', (id) => expect(partnerOfKey(newApiKey(id).keyId)).toBe(id));
});

describe('a text that is not a key id', () => {
  it.each([
    ['too short', keyId.slice(1)],
    ['with a suffix', `${keyId}0`],
    ['in capitals', keyId.toUpperCase()],
    ['of other characters', '%'.repeat(33)],
  ])('(%s) is rejected', (_, text) => expect(partnerOfKey(text)).toBeNull());
});

describe('the secret of a key', () => {
  it('matches its hash', () => expect(secretMatches(secret, secretHash)).toBe(true));
  it('matches only its hash', () =>
    expect(secretMatches(`${secret.slice(0, -1)}!`, secretHash)).toBe(false));
});

describe('a text that is not an API key', () => {
  it.each([
    ['empty', ''],
    ['another prefix', apiKey.replace('pbk_', 'sk_')],
    ['without a secret', `pbk_${keyId}_`],
    ['a secret cut short', apiKey.slice(0, -1)],
    ['a key id in capitals', apiKey.replace(keyId, keyId.toUpperCase())],
    ['a key id cut short', apiKey.replace(keyId, keyId.slice(1))],
    ['a key id beyond all partners', apiKey.replace(keyId, 'z'.repeat(33))],
    ['a suffix', `${apiKey}\n`],
    ['two keys', `${apiKey}, ${apiKey}`],
  ])('%s', (_, text) => expect(parseApiKey(text)).toBeNull());
});
