import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import {
  newSigningKey,
  readEncryptionKeys,
  readSigningKeys,
  rotatedSigningKeys,
  signingKeysText,
} from './keys.js';
import type { Wrong } from './rules.js';

const base64 = () => randomBytes(32).toString('base64');
const mistakes = (read: () => unknown): readonly string[] => {
  try {
    read();
    return [];
  } catch (error) {
    return (error as Wrong).sentences;
  }
};

describe('a key ring for encryption', () => {
  const shape = 'must be <key id>:<base64 of 32 bytes>, several separated by commas';
  it('keeps its order', () => {
    const keys = readEncryptionKeys(`k2:${base64()}, k1:${base64()}`);
    expect(keys.map(({ kid, key }) => [kid, key.length])).toEqual([
      ['k2', 32],
      ['k1', 32],
    ]);
  });
  it.each([
    ['a key without an id', base64(), [shape, 'key ids must be 1 to 64 letters, digits, _ or -']],
    ['a short key', 'k1:AAAA', [shape]],
    ['a key that is not base64', `k1:${'*'.repeat(44)}`, [shape]],
    ['a dot in the id', `k.1:${base64()}`, ['key ids must be 1 to 64 letters, digits, _ or -']],
    ['a repeated id', `k1:${base64()},k1:${base64()}`, ['each key must have a different key id']],
  ])('rejects %s', (_, text, expected) =>
    expect(mistakes(() => readEncryptionKeys(text))).toEqual(expected),
  );
});

describe('a key ring for signatures', () => {
  const shape = 'must be a JSON Web Key Set of private P-256 keys, each with a kid';
  const key = newSigningKey();
  const { d: _, ...publicKey } = key;
  it('is read from its written form', () =>
    expect(readSigningKeys(signingKeysText([key]))).toEqual([key]));
  it.each([
    ['text that is not JSON', '{', shape],
    ['an empty ring', '{"keys":[]}', shape],
    ['a public key', JSON.stringify({ keys: [publicKey] }), shape],
    ['a repeated key id', signingKeysText([key, key]), 'each key must have a different key id'],
  ])('rejects %s', (_name, text, expected) =>
    expect(mistakes(() => readSigningKeys(text))).toEqual([expected]),
  );
});

describe('rotating the signing key', () => {
  const [old, next] = [newSigningKey(), newSigningKey()];
  it('lets the new key verify before it signs, and the old key afterwards', () =>
    expect(rotatedSigningKeys([old], next)).toEqual({
      kid: next.kid,
      announce: [old, next],
      switch: [next, old],
      finish: [next],
    }));
  it('creates a different key each time', () =>
    expect(rotatedSigningKeys([old]).kid).not.toBe(rotatedSigningKeys([old]).kid));
});
