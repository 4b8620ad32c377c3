/** Names under which the log finds values that identify somebody. */
export interface LookUpNames {
  /** Returns the name of a claim. The plain name may begin with its kind and `-`. */
  ofClaim(plain: string): Promise<string>;
  /** Returns the id that stands for a value. */
  ofId(plain: string): Promise<string>;
}

/** Names of a log without encryption. */
export const PLAIN_NAMES: LookUpNames = {
  ofClaim: async (plain) => plain,
  ofId: async (plain) => plain,
};
