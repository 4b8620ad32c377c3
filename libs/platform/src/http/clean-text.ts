import { isEmail } from 'class-validator';
import { normalized } from '../core/normalized.js';

export const EMAIL_UNITS_MAX = 254;

const CONTROL = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Those of Unicode that show nothing, marks of annotations, and the empty pattern of Braille. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffc\u2800]/u;
/** Ends of lines, and what is no character and never will be one. */
const NO_TEXT = /[\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;
/** Marks of format, what has no meaning here, and spaces that look like the usual one. */
const ODD = /[\p{C}]|(?! )\p{Z}/u;
/** They join letters or choose their shape, in Persian, Hindi, Mongolian and Chinese names. */
const JOINING = /\p{Join_Control}|\p{Variation_Selector}/gu;

/** Whole Unicode characters; nothing in it is hidden, but for what shapes the letters beside it. */
export const isCleanText = (value: unknown): value is string =>
  typeof value === 'string' &&
  !CONTROL.test(value) &&
  !LONE_SURROGATE.test(value) &&
  !NO_TEXT.test(value) &&
  !INVISIBLE.test(value.replace(JOINING, ''));

/** Nothing at all in it is hidden. */
const isShown = (value: unknown): value is string => isCleanText(value) && !INVISIBLE.test(value);

/** Two that look alike are the same: one kind of space, between other characters, and one form of each. */
export const isPlainText = (value: unknown): value is string =>
  isShown(value) &&
  !ODD.test(value) &&
  value !== '' &&
  value.trim() === value &&
  normalized(value, 'NFC') === value;

/** An address that reads as what it is: no letters that only look like others, none that hide. */
export const isEmailAddress = (text: unknown): text is string =>
  isShown(text) &&
  text.length <= EMAIL_UNITS_MAX &&
  normalized(text, 'NFKC') === normalized(text, 'NFC') &&
  isEmail(text);
