import { describe, expect, it } from '@jest/globals';
import { isSameName } from './same-name.js';

describe('two partners’ names', () => {
  it.each([
    ['Acme', ' acme ', true],
    ['Acme Bank', 'ACME  bank', true],
    ['Müller', 'Mu\u0308ller', true],
    ['Acme', 'Acme 2', false],
  ])('%s and %s: %s', (one, other, same) => expect(isSameName(one, other)).toBe(same));
});
