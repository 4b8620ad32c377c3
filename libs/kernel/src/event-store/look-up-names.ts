/** Under which names a value is looked up. */
export type Names = {
  /** The value belongs to whoever holds all of these, which are claimed in this order. */
  readonly claimed: readonly [string, ...string[]];
  /** Under these it may have been claimed before, and is not any more. */
  readonly asked: readonly string[];
  /** The one that tells nothing to who does not have the key. */
  readonly hashed: string;
};

/** Names of values that somebody is known by. `plain`: the name that versions before gave it. */
export interface LookUpNames {
  /** Names of a claim. The plain name may begin with its kind. */
  ofClaim(plain: string): Promise<Names>;
  /** Names of an id that stands for a value. */
  ofId(plain: string): Promise<Names>;
}

/** Where there are no keys: as versions before did it. */
export const PLAIN_NAMES: LookUpNames = {
  ofClaim: async (plain) => ({ claimed: [plain], asked: [], hashed: plain }),
  ofId: async (plain) => ({ claimed: [plain], asked: [], hashed: plain }),
};
