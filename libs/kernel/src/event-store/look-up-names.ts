/** Names that replace values which identify a person, for look-ups. */
export interface LookUpNames {
  /** Returns the name of a claim. A prefix `<kind>-` of the plain name is kept. */
  ofClaim(plain: string): Promise<string>;
  /** Returns the id that replaces a value. */
  ofId(plain: string): Promise<string>;
}

/** Names of a log without encryption. */
export const PLAIN_NAMES: LookUpNames = {
  ofClaim: async (plain) => plain,
  ofId: async (plain) => plain,
};
