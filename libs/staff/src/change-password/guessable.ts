/** Guesses that the estimate has to be above, as a power of ten: its highest grade. */
const GRADE_MIN = 4;
/** The estimate takes longer than the password is long; nobody needs more of it. */
const JUDGED_CHARACTERS_MAX = 64;

let estimate: Promise<(password: string, about: string[]) => number> | null = null;

/**
 * Whether a password is common, or close to one, to a pattern on the keyboard, or to what is known
 * about its owner.
 */
export const isGuessable = async (password: string, email: string): Promise<boolean> => {
  estimate ??= loadEstimate();
  const about = [email, ...email.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length > 2);
  const judged = password.normalize('NFKC').trim().slice(0, JUDGED_CHARACTERS_MAX);
  return (await estimate)(judged, about) < GRADE_MIN;
};

/** Its lists take 30 MB, so they are loaded when somebody changes a password. */
const loadEstimate = async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password: string, about: string[]): number => zxcvbn.check(password, about).score;
};
