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
    ['a zero-width joiner', 'ad\u200da@users.example'],
    ['a Hangul filler', 'ad\u3164a@users.example'],
    ['a blank Braille pattern', 'ad\u2800a@users.example'],
    ['full-width letters', '\uff41da@users.example'],
    ['a ligature', '\ufb01n@users.example'],
    ['a full-width domain', 'ada@\uff55sers.example'],
    ['a missing value', null],
  ])('rejects %s', (_, email) => expect(isEmailAddress(email)).toBe(false));
});

const HIDDEN = [
  ['a zero-width space', 'z\u200bz'],
  ['a direction mark', '\u202egnp.exe'],
  ['a byte order mark', '\ufeffz'],
  ['a tag', 'z\udb40\udc01'],
  ['a Hangul filler', '\u3164'],
  ['a Hangul choseong filler', 'z\u115fz'],
  ['an annotation mark', '\ufff9z'],
  ['a blank Braille pattern', 'z\u2800'],
  ['a control character', 'z\u0000'],
  ['half a surrogate pair', 'z\ud800'],
  ['a line separator', 'x\u2028y'],
  ['a noncharacter', 'z\ufffe'],
  ['an object replacement character', 'z\ufffcz'],
] as const;

describe('a text', () => {
  it.each(HIDDEN)('rejects %s', (_, text) => expect(isCleanText(text)).toBe(false));
  it.each([
    ['letters that a zero-width joiner shapes', '\u0646\u0627\u0645\u0647\u200c\u0627\u06cc'],
    ['a family emoji', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a variant selector', '\u845b\u{e0100}'],
    ['nothing', ''],
  ])('accepts %s', (_, text) => expect(isCleanText(text)).toBe(true));
});

describe('an external id', () => {
  it.each([
    ...HIDDEN,
    ['a zero-width joiner', 'z\u200dz'],
    ['only a space', ' '],
    ['nothing', ''],
    ['a trailing space', 'a '],
    ['a leading space', ' a'],
    ['a no-break space', 'a\u00a0b'],
    ['a wide space', 'a\u3000b'],
    ['a format character', 'a\u{13430}b'],
    ['a decomposed letter', 'e\u0301'],
  ])('rejects %s', (_, text) => expect(isPlainText(text)).toBe(false));
  it.each(['order-0001', 'Bestellung 7 für Zoë', '注文-1'])('may be %s', (text) =>
    expect(isPlainText(text)).toBe(true),
  );
});
