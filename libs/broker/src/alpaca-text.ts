import anyAscii from 'any-ascii';
import { normalized } from '#kernel/normalized.js';
import { SPELLINGS } from './alpaca-spellings.js';

/** `leftOver`: letters and digits without an ASCII form, each once. */
export type AsciiText = { readonly text: string; readonly leftOver: string };

/**
 * Converts text to printable ASCII, because the broker's audit trail for its regulator accepts only
 * that in names and addresses. Latin and Cyrillic letters follow ICAO Doc 9303 part 3 section 6,
 * Greek letters ELOT 743. Digits of every script become 0 to 9. Letters of other scripts are left
 * over: several spellings are possible, and only the passport shows the right one.
 */
export const toAscii = (original: string): AsciiText => {
  const leftOver = new Set<string>();
  const decomposed = normalized(
    punctuated(original)
      .replaceAll(/[\p{L}\p{No}]/gu, (character) => {
        if (!isLostDecomposed(character)) return character;
        leftOver.add(character);
        return ' ';
      })
      // Separates the fraction of 12½ from the digits.
      .replaceAll(/(?<=\p{Nd})(?=\p{No})|(?<=\p{No})(?=\p{Nd})/gu, ' '),
    'NFKD',
  );
  const text = punctuated(greekDigraphs(decomposed))
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[^\x20-\x7e]/gu, (character, offset: number, whole: string) => {
      const ascii = asciiOf(character, whole.slice(offset + character.length));
      if (ascii === null) leftOver.add(character);
      return ascii ?? ' ';
    })
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return { text, leftOver: [...leftOver].join('') };
};

/** Whether two texts are equal for the broker. A text with letters left over is never equal. */
export const isSameAscii = (broker: string | null | undefined, ours: string): boolean => {
  const { text, leftOver } = toAscii(ours);
  return leftOver === '' && broker?.toLowerCase() === text.toLowerCase();
};

/**
 * Whether decomposition would lose the meaning. Plain digits of ² or ① would change an adjacent
 * number, but fractions would not. Some letters would become a space and a mark.
 */
const isLostDecomposed = (character: string): boolean =>
  /\p{No}/u.test(character)
    ? !/[\u00bc-\u00be\u2150-\u215f\u2189]/u.test(character)
    : !/[\p{L}\p{N}]/u.test(normalized(character, 'NFKD'));

const APOSTROPHES =
  /[`\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u0384\u055a\u05f3\u1fbd\u1fbf\u1ffd\u1ffe\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40]/gu;

/**
 * Runs before and after decomposition, because some marks decompose into a space and another mark.
 */
const punctuated = (text: string): string =>
  text
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(/[\p{Pd}\u2043\u2212]/gu, '-')
    .replaceAll(/[\u00ab\u00bb\u201c-\u201f\u2033]/gu, '"')
    .replaceAll(/[\u2044\u2215]/gu, '/')
    // The middle dot of the Catalan l·l, and between digits.
    .replaceAll(/[\u00b7\u2027\u2219\u22c5\u30fb]/gu, '.');

const asciiOf = (character: string, rest: string): string | null => {
  if (!/[\p{L}\p{N}]/u.test(character)) return ' ';
  if (/\p{Nd}/u.test(character)) return matchOrNull(anyAscii(character), /^\d$/);
  const small = character.toLowerCase();
  const spelled = SPELLINGS.get(small) ?? spelledBy(small);
  if (spelled === null || small === character) return spelled;
  const isBeforeSmall = /^\p{Ll}/u.test(rest);
  return isBeforeSmall
    ? spelled.slice(0, 1).toUpperCase() + spelled.slice(1)
    : spelled.toUpperCase();
};

const OURS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;

const spelledBy = (letter: string): string | null =>
  OURS.test(letter) ? matchOrNull(anyAscii(letter).toLowerCase(), /^[a-z]+(?=\.?$)/) : null;

const matchOrNull = (text: string, form: RegExp): string | null => form.exec(text)?.[0] ?? null;

/**
 * Requires decomposed text: an accent on the first vowel, or a diaeresis, separates the two
 * letters.
 */
const greekDigraphs = (text: string): string =>
  text
    .replaceAll(/(?<=[οΟ])[υΥ](?!\p{M}*\u0308)/gu, (y) => (y === 'υ' ? 'u' : 'U'))
    .replaceAll(/(?<=[αεηΑΕΗ])[υΥ](?!\p{M}*\u0308)(?=\p{M}*([^\p{M}]|$))/gu, (y, next: string) => {
      const sound = next === '' || !/\p{L}/u.test(next) || /[θκξπστφχψς]/iu.test(next) ? 'f' : 'v';
      return y === 'υ' ? sound : sound.toUpperCase();
    })
    .replaceAll(/[γΓ](?=[γξχ])/giu, (g) => (g === 'γ' ? 'n' : 'N'))
    .replaceAll(/(?<![\p{L}\p{M}])([μΜ])[πΠ]/gu, (_, m: string) => (m === 'μ' ? 'b' : 'B'));
