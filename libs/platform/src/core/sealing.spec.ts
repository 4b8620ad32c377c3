import { expect, it } from '@jest/globals';
import { createSecretKey, randomBytes } from 'node:crypto';
import { openText, sealText } from './sealing.js';

const key = createSecretKey(randomBytes(32));
/** Of an iv, as base64url. */
const IV_CHARACTERS = 16;

it('never seals twice under one iv, and all of it opens', () => {
  const sealed = Array.from({ length: 1_000 }, (_, i) => sealText(key, `${i}`, 'here'));
  expect(new Set(sealed.map((each) => each.slice(0, IV_CHARACTERS))).size).toBe(1_000);
  expect(sealed.map((each) => openText(key, each, 'here'))).toEqual(sealed.map((_, i) => `${i}`));
});
