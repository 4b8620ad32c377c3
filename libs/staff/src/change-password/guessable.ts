import { normalized } from '#kernel/normalized.js';

/** Lowest accepted grade of the estimate; it is the highest grade. */
const GRADE_MIN = 4;
/**
 * Minimum for passwords that consist of words alone, as a power of ten. The estimate assumes random
 * words, but people choose words, and crackers have lists of four such words (1e14 guesses).
 */
const GUESSES_OF_WORDS_MIN = 17;
/**
 * Characters that are estimated. The duration grows faster than the length, and longer passwords
 * are strong enough.
 */
const CHECKED_CHARACTERS_MAX = 64;

/** Words about the service that lists of common words lack or rank low. */
const SERVICE = ['brokerage', 'partner'];

export type NewPassword = { readonly password: string; readonly email: string };

type IsWeak = (password: string, about: string[]) => boolean;
let estimate: Promise<IsWeak> | null = null;

/**
 * Returns whether a password is common, or similar to a common password, a keyboard pattern or
 * known data about its owner.
 */
export const isGuessable = async ({ password, email }: NewPassword): Promise<boolean> => {
  estimate ??= loadEstimate();
  const about = [email, ...SERVICE, ...email.split(/[^\p{L}\p{N}]+/u)].filter(
    (part) => part.length > 2,
  );
  const checked = normalized(password, 'NFKC').trim().slice(0, CHECKED_CHARACTERS_MAX);
  return (await estimate)(checked, about);
};

/**
 * Words separated by punctuation or spaces, which crackers try first. Passwords with digits are
 * excluded.
 */
const LETTERS_AND_GAPS = /^[\p{L}\p{P}\p{Z}]+$/u;
const withoutGaps = (password: string): string => password.replace(/[\p{P}\p{Z}]+/gu, '');

/** Loads the word lists, which need 30 MB until the thread of `PasswordStrength` ends. */
const loadEstimate = async (): Promise<IsWeak> => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password, about) => {
    const gapless = withoutGaps(password);
    if (gapless !== password && zxcvbn.check(password, about).score < GRADE_MIN) return true;
    const { guessesLog10, score, sequence } = zxcvbn.check(gapless, about);
    if (score < GRADE_MIN) return true;
    if (!LETTERS_AND_GAPS.test(password)) return false;
    const isWords = sequence.every(({ pattern }) => pattern === 'dictionary');
    return isWords && guessesLog10 < GUESSES_OF_WORDS_MIN;
  };
};
