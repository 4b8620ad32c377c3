import { isEmail } from 'class-validator';

const CONTROL = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Those of Unicode that show nothing, marks of annotations, and the empty pattern of Braille. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/u;
/** They join letters or choose their shape, in Persian, Hindi, Mongolian and Chinese names. */
const JOINING = /\p{Join_Control}|\p{Variation_Selector}/gu;

/** Whole Unicode characters; nothing in it is hidden, but for what shapes the letters beside it. */
export const isCleanText = (value: unknown): value is string =>
  typeof value === 'string' &&
  !CONTROL.test(value) &&
  !LONE_SURROGATE.test(value) &&
  !INVISIBLE.test(value.replace(JOINING, ''));

/** Two that look alike are the same: nothing at all in it is hidden, and something can be seen. */
export const isPlainText = (value: unknown): value is string =>
  isCleanText(value) && !INVISIBLE.test(value) && /\S/u.test(value);

/** An address that reads as what it is: no letters that only look like others, none that hide. */
export const isEmailAddress = (text: unknown): text is string =>
  isPlainText(text) && text.normalize('NFKC') === text.normalize('NFC') && isEmail(text);
