import { normalized } from '#kernel/normalized.js';

/** Guesses that the estimate has to be above, as a power of ten: its highest grade. */
const GRADE_MIN = 4;
/**
 * Minimum for passwords that consist of words alone, as a power of ten. The estimate assumes random
 * words, but people choose words, and crackers have lists of four such words (1e14 guesses).
 */
const GUESSES_OF_WORDS_MIN = 17;
/** The estimate takes longer than the password is long; nobody needs more of it. */
const CHECKED_CHARACTERS_MAX = 64;

/** Words about the service that lists of common words lack or rank low. */
const SERVICE = ['brokerage', 'partner'];

export type NewPassword = { readonly password: string; readonly email: string };

type IsWeak = (password: string, about: string[]) => boolean;
let estimate: Promise<IsWeak> | null = null;

/**
 * Whether a password is common, or close to one, to a pattern on the keyboard, or to what is known
 * about its owner.
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
 * Words with only letters between them: crackers try these first. Digits make a text a password of
 * another kind.
 */
const LETTERS_AND_GAPS = /^[\p{L}\p{P}\p{Z}]+$/u;
const withoutGaps = (password: string): string => password.replace(/[\p{P}\p{Z}]+/gu, '');

/** Its lists take 30 MB, which go with the thread that runs this (`PasswordStrength`). */
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
