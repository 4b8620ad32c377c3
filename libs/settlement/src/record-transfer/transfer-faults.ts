import type { Fault } from '#platform/core/refused.js';

const LENGTH_MAX = 140;
/** With one of these, two references look alike and are two; a space other than the usual one too. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFC]|(?! )\p{Zs}/u;
/** Stands for what could not be read: two references with it may be one, and were two. */
const UNREAD = '\uFFFD';

/** What a bank's statement line must look like to be recorded. */
export const transferFaults = (reference: string, amountCents: bigint): readonly Fault[] => {
  const wrong = referenceFault(reference);
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

const referenceFault = (reference: string): string | null => {
  // A character has two units at most; of a longer text nobody looks for what cannot be seen.
  if (reference.length > 2 * LENGTH_MAX) return LENGTH;
  const characters = Array.from(reference);
  const place = characters.findIndex((each) => UNSEEN.test(each));
  if (place >= 0)
    return `must have no characters that cannot be seen: number ${place + 1} is ${named(characters[place]!)}; type the reference anew`;
  if (reference.includes(UNREAD))
    return 'holds U+FFFD where a character could not be read: type it anew, or save the file as "CSV UTF-8"';
  if (characters.length === 0 || characters.length > LENGTH_MAX || reference.trim() !== reference)
    return LENGTH;
  return null;
};

/** As people look it up. */
const named = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
