import { describe, expect, it } from '@jest/globals';
import { isEmailAddress } from './clean-text.js';

describe('an e-mail address', () => {
  it.each([
    'ada@users.example',
    'zoë@users.example',
    'ada@münchen.example',
    'ada@xn--mnchen-3ya.example',
  ])('may be %s', (email) => expect(isEmailAddress(email)).toBe(true));
  it.each([
    ['a zero-width space', 'ad\u200ba@users.example'],
    ['a soft hyphen', 'ad\u00ada@users.example'],
    ['a joiner', 'ad\u200da@users.example'],
    ['a Hangul filler', 'ad\u3164a@users.example'],
    ['an empty pattern', 'ad\u2800a@users.example'],
    ['letters of full width', '\uff41da@users.example'],
    ['a ligature', '\ufb01n@users.example'],
    ['a domain of full width', 'ada@\uff55sers.example'],
    ['no text', null],
  ])('has not %s', (_, email) => expect(isEmailAddress(email)).toBe(false));
});
