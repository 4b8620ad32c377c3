/** A journal may name one that names one, and so on; two could name each other. */
export const NAMES_MAX = 4;

type Known = {
  readonly isDeposit: (id: string) => Promise<boolean>;
  /** The deposit that a person matched this journal with. */
  readonly matched: (journalId: string) => Promise<string | null>;
  /** What this journal names. */
  readonly keyOf: (journalId: string) => Promise<string | null>;
};

/**
 * The deposit that a journal's name leads to: by its id, or that of a journal which names it, or else is
 * matched with it. Null when it leads to none.
 */
export const depositNamed = async (
  name: string | null,
  known: Known,
  steps = NAMES_MAX,
): Promise<string | null> => {
  if (name === null || steps === 0) return null;
  if (await known.isDeposit(name)) return name;
  const led = await depositNamed(await known.keyOf(name), known, steps - 1);
  return led ?? known.matched(name);
};
