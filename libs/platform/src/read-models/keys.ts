/**
 * Every key of one partner carries the partner's hash tag, so that a script may touch all of them
 * in a cluster; every key that belongs to a projection as a whole stands alone.
 */
const ofPartner = (partnerId: string, rest: string) => `rm:{${partnerId}}:${rest}`;

/** Hash: generation field → position of the last event applied for this partner. */
export const guardKey = (partnerId: string): string => ofPartner(partnerId, 'guard');

/** Hash: projection → the generation that readers of this partner use. */
export const activeKey = (partnerId: string): string => ofPartner(partnerId, 'active');

/** Text: position of the partner's last append, best effort. */
export const writtenKey = (partnerId: string): string => ofPartner(partnerId, 'written');

/** Start of every key of a partner's models; projection and generation follow. */
export const modelStart = (partnerId: string): string => ofPartner(partnerId, '');

/** Start of the keys of a partner's documents (`d:<doc>`) and indexes (`i:<index>`). */
export const modelPrefix = (partnerId: string, projection: string, generation: string): string =>
  ofPartner(partnerId, `${projection}:${generation}:`);

/** Hash: `state`, `rebuild`, `progress` and, per generation, `checkpoint:<id>` and `log:<id>`. */
export const projectionKey = (projection: string): string => `rm:projection:${projection}`;

/** Set: every partner met in the log. */
export const PARTNERS_KEY = 'rm:partners';

/** Hash: position → JSON of an event that could not be applied. */
export const parkedKey = (projection: string, generation: string): string =>
  `rm:parked:${projection}:${generation}`;

/** Matches the documents and indexes of all generations of one projection. */
export const modelPattern = (projection: string): string => `rm:{*}:${projection}:*`;

/** The generation that such a key belongs to; null when it is another kind of key. */
export const generationOfKey = (key: string, projection: string): string | null => {
  const match = /^rm:\{[^}]*\}:([a-z0-9-]+):([0-9a-z]+):[di]:/.exec(key);
  return match !== null && match[1] === projection ? match[2]! : null;
};
