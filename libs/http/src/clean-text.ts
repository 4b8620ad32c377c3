import { isEmail } from 'class-validator';
import { normalized } from '#kernel/normalized.js';

export const EMAIL_UNITS_MAX = 254;

const CONTROL = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Invisible characters of Unicode, annotation marks, and the blank Braille pattern. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffc\u2800]/u;
/** Line and paragraph separators, and noncharacters. */
const NO_TEXT = /[\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;
/** Format, private-use and unassigned characters, and spaces other than U+0020. */
const UNUSUAL = /[\p{C}]|(?! )\p{Z}/u;
/**
 * Characters that join letters or choose their shape, in Persian, Hindi, Mongolian and Chinese
 * names.
 */
const JOINING = /\p{Join_Control}|\p{Variation_Selector}/gu;

/**
 * Whether the text has only whole, visible Unicode characters. Characters that shape their
 * neighbors are allowed.
 */
export const isCleanText = (value: unknown): value is string =>
  typeof value === 'string' &&
  !CONTROL.test(value) &&
  !LONE_SURROGATE.test(value) &&
  !NO_TEXT.test(value) &&
  !INVISIBLE.test(value.replace(JOINING, ''));

/** Whether the text is clean and lacks invisible characters. */
const isShown = (value: unknown): value is string => isCleanText(value) && !INVISIBLE.test(value);

/**
 * Whether texts that look alike are also equal: only U+0020 as space, not at either end, and NFC.
 */
export const isPlainText = (value: unknown): value is string =>
  isShown(value) &&
  !UNUSUAL.test(value) &&
  value !== '' &&
  value.trim() === value &&
  normalized(value, 'NFC') === value;

/** Whether the text is an e-mail address without invisible or look-alike letters. */
export const isEmailAddress = (text: unknown): text is string =>
  isShown(text) &&
  text.length <= EMAIL_UNITS_MAX &&
  normalized(text, 'NFKC') === normalized(text, 'NFC') &&
  isEmail(text);
