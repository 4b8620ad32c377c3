import { expect, it } from '@jest/globals';
import { identityWords } from './identity-words.js';

it.each([
  ['pending', 'pending'],
  ['verified', 'verified by the identity provider'],
  ['rejected', 'rejected by the identity provider'],
] as const)('the identity status %s is shown as "%s"', (identity, words) =>
  expect(identityWords(identity)).toBe(words),
);
