import { describe, expect, it } from '@jest/globals';
import { isCleanText, isEmailAddress, isPlainText } from './clean-text.js';

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

const HIDDEN = [
  ['a zero-width space', 'z\u200bz'],
  ['a mark of direction', '\u202egnp.exe'],
  ['a byte order mark', '\ufeffz'],
  ['a tag', 'z\udb40\udc01'],
  ['a Hangul filler', '\u3164'],
  ['a Hangul choseong filler', 'z\u115fz'],
  ['an annotation', '\ufff9z'],
  ['an empty pattern of Braille', 'z\u2800'],
  ['a control character', 'z\u0000'],
  ['half a character', 'z\ud800'],
  ['an end of a line', 'x\u2028y'],
  ['no character', 'z\ufffe'],
  ['a place of an object', 'z\ufffcz'],
] as const;

describe('a text', () => {
  it.each(HIDDEN)('has not %s', (_, text) => expect(isCleanText(text)).toBe(false));
  it.each([
    ['letters that a joiner shapes', '\u0646\u0627\u0645\u0647\u200c\u0627\u06cc'],
    ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a variant of a letter', '\u845b\u{e0100}'],
    ['nothing', ''],
  ])('may have %s', (_, text) => expect(isCleanText(text)).toBe(true));
});

describe('an id of a partner’s own', () => {
  it.each([
    ...HIDDEN,
    ['a joiner', 'z\u200dz'],
    ['nothing but a space', ' '],
    ['nothing', ''],
    ['a space at its end', 'a '],
    ['a space at its beginning', ' a'],
    ['a space that does not break', 'a\u00a0b'],
    ['a wide space', 'a\u3000b'],
    ['a mark of format', 'a\u{13430}b'],
    ['a letter in two parts', 'e\u0301'],
  ])('has not %s', (_, text) => expect(isPlainText(text)).toBe(false));
  it.each(['order-0001', 'Bestellung 7 für Zoë', '注文-1'])('may be %s', (text) =>
    expect(isPlainText(text)).toBe(true),
  );
});
