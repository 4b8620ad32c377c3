import { expect, it } from '@jest/globals';
import { createSecretKey, randomBytes } from 'node:crypto';
import { decryptText, encryptText } from './text-encryption.js';

const key = createSecretKey(randomBytes(32));
/** Length of an iv as base64url. */
const IV_CHARACTERS = 16;

it('encrypts each text with another iv and decrypts all of them', () => {
  const ciphertext = Array.from({ length: 1_000 }, (_, i) => encryptText(key, `${i}`, 'here'));
  expect(new Set(ciphertext.map((each) => each.slice(0, IV_CHARACTERS))).size).toBe(1_000);
  expect(ciphertext.map((each) => decryptText(key, each, 'here'))).toEqual(
    ciphertext.map((_, i) => `${i}`),
  );
});
