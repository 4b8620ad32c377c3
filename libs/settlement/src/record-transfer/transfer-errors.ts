import type { FieldError } from '#kernel/refused.js';

const LENGTH_MAX = 140;
/** Invisible characters and unusual spaces, with which two references can look alike. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFC]|(?! )\p{Zs}/u;
/** Replaces an unreadable character. Two references could become equal. */
const UNREADABLE = '\uFFFD';

/** A number as spreadsheets print it. Ids with an E in the middle have more digits before the E. */
const SCIENTIFIC = /^[+-]?\d{1,3}(?:[.,]\d+)?E[+-]?\d{1,3}$/i;
const WITH_DECIMALS = /^\d+[.,]0+$/;
/** Signs that spreadsheets add to text and formulas. One transfer could get two references. */
const MARKED =
  /^[=+@"'\u2018\u2019\u201C\u201D\uFF07\uFF1D\uFF0B\uFF20`\u00B4]|["'\u2018\u2019\u201C\u201D\uFF07`\u00B4]$/;
/** Error values of spreadsheets, in any language. */
const SPREADSHEET_ERROR = /^(?:#(?:#*|[\p{L}/_]+|\S*[!?])|Err:\d{3})$/iu;
/**
 * Words that banks and spreadsheets write instead of a reference, without spaces and punctuation.
 */
const PLACEHOLDERS = new Set([
  ...[
    'NONREF',
    'NOREF',
    'NOREFERENCE',
    'NOTPROVIDED',
    'NOTAVAILABLE',
    'NOTAPPLICABLE',
    'NA',
    'NAN',
  ],
  ...['NONE', 'NULL', 'NIL', 'BLANK', 'EMPTY', 'UNKNOWN', 'UNDEFINED', 'TBD'],
]);

/** Validates the reference and the amount of a transfer. */
export const transferErrors = (reference: string, amountCents: bigint): readonly FieldError[] => {
  const wrong = referenceError(reference);
  return [
    ...(wrong === null
      ? []
      : [{ pointer: '/reference', code: 'reference_invalid', detail: wrong }]),
    ...(amountCents > 0n
      ? []
      : [{ pointer: '/amount', code: 'amount_invalid', detail: 'must be above 0' }]),
  ];
};

const LENGTH = `must have 1 to ${LENGTH_MAX} characters, not beginning or ending with a space`;

const referenceError = (reference: string): string | null => {
  // A character has at most two UTF-16 units. A longer text is rejected without a full scan.
  if (reference.length > 2 * LENGTH_MAX) return LENGTH;
  const characters = Array.from(reference);
  const at = characters.findIndex((each) => INVISIBLE.test(each));
  if (at >= 0)
    return `must not have invisible characters: number ${at + 1} is ${named(characters[at]!)}; type the reference again`;
  if (reference.includes(UNREADABLE))
    return 'contains U+FFFD instead of an unreadable character: type the reference again, or save the file as "CSV UTF-8"';
  if (characters.length === 0 || characters.length > LENGTH_MAX || reference.trim() !== reference)
    return LENGTH;
  return placeholderError(reference);
};

/** Rejects placeholders, which several transfers would share. */
const placeholderError = (reference: string): string | null => {
  if (SPREADSHEET_ERROR.test(reference))
    return `${reference} is an error of a spreadsheet: enter the bank’s own reference instead`;
  if (MARKED.test(reference))
    return `${reference} has a sign that a spreadsheet added: enter the bank’s own reference without =, + or @ before it and without quotation marks around it`;
  const word = reference.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  if (/^0*$/.test(word) || PLACEHOLDERS.has(word))
    return `${reference} is a placeholder: enter the bank’s own reference of the transfer, or an id of its statement line`;
  if (SCIENTIFIC.test(reference) || WITH_DECIMALS.test(reference))
    return `${reference} is a number that a spreadsheet changed: format the column as text, and enter the references again as the bank has them`;
  return null;
};

/** Formats a code point, such as U+200B. */
const named = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
