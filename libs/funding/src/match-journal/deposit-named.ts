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
 * The deposit that a journal's name leads to: by its id, or that of a journal which is matched with it or
 * names it. Null when it leads to none.
 */
export const depositNamed = async (key: string | null, known: Known): Promise<string | null> => {
  let name = key;
  for (let steps = 0; name !== null && steps < NAMES_MAX; steps++) {
    if (await known.isDeposit(name)) return name;
    const matched = await known.matched(name);
    if (matched !== null) return matched;
    name = await known.keyOf(name);
  }
  return null;
};
