import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { newApiKey, parseApiKey, partnerOfKey, secretMatches } from './api-key.js';

const partnerId = '3f1f6d0e-8a0b-4f4e-9f57-5d1f0c1e2a11';
const { apiKey, keyId, secretHash } = newApiKey(partnerId);
const secret = apiKey.split('_').slice(2).join('_');

describe('a new API key', () => {
  it('looks as agreed', () => expect(apiKey).toMatch(/^pbk_[a-z0-9]+_[A-Za-z0-9_-]{43}$/));
  it('is another each time', () => {
    const again = newApiKey(partnerId);
    expect([again.keyId, again.apiKey]).not.toContain(keyId);
    expect(again.apiKey).not.toBe(apiKey);
  });
  it('is kept as a hash that shows nothing of it', () => {
    expect(secretHash).toMatch(/^[0-9a-f]{64}$/);
    expect(secretHash).not.toContain(secret);
  });
  it('is read as it was made', () =>
    expect(parseApiKey(apiKey)).toEqual({ keyId, partnerId, secret }));
  it.each([
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    randomUUID(),
  ])('names its partner %s', (id) => expect(partnerOfKey(newApiKey(id).keyId)).toBe(id));
});

describe('an id of a key', () => {
  it.each([
    ['cut short', keyId.slice(1)],
    ['with something behind it', `${keyId}0`],
    ['in capitals', keyId.toUpperCase()],
    ['that is none', '%'.repeat(33)],
  ])('%s names no partner', (_, text) => expect(partnerOfKey(text)).toBeNull());
});

describe('the secret of a key', () => {
  it('matches its hash', () => expect(secretMatches(secret, secretHash)).toBe(true));
  it('matches no other', () =>
    expect(secretMatches(`${secret.slice(0, -1)}!`, secretHash)).toBe(false));
});

describe('what is no API key', () => {
  it.each([
    ['nothing', ''],
    ['another prefix', apiKey.replace('pbk_', 'sk_')],
    ['no secret', `pbk_${keyId}_`],
    ['a secret cut short', apiKey.slice(0, -1)],
    ['a key id in capitals', apiKey.replace(keyId, keyId.toUpperCase())],
    ['a key id cut short', apiKey.replace(keyId, keyId.slice(1))],
    ['a key id beyond all partners', apiKey.replace(keyId, 'z'.repeat(33))],
    ['something behind it', `${apiKey}\n`],
    ['two keys', `${apiKey}, ${apiKey}`],
  ])('%s', (_, text) => expect(parseApiKey(text)).toBeNull());
});
