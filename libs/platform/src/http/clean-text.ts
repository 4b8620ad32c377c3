import { isEmail } from 'class-validator';

const CONTROL = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Those of Unicode that show nothing, and the empty pattern of Braille. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** They join letters or choose their shape, in Persian, Hindi, Mongolian and Chinese names. */
const JOINING = /\p{Join_Control}|\p{Variation_Selector}/gu;

/** Whole Unicode characters, and none of the invisible ones that control terminals and parsers. */
export const isCleanText = (value: unknown): boolean =>
  typeof value === 'string' && !CONTROL.test(value) && !LONE_SURROGATE.test(value);

/** Nothing in it is hidden, but for what shapes the letters beside it. */
export const isVisibleText = (text: string): boolean =>
  isCleanText(text) && text.replace(JOINING, '').search(INVISIBLE) < 0;

/** An address that reads as what it is: no letters that only look like others, none that hide. */
export const isEmailAddress = (text: unknown): text is string =>
  typeof text === 'string' &&
  isCleanText(text) &&
  text.search(INVISIBLE) < 0 &&
  text.normalize('NFKC') === text.normalize('NFC') &&
  isEmail(text);
