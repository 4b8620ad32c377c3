/**
 * Positions pass through Redis as decimal text, because Lua's numbers end at 2^53. The empty text
 * stands before every position: nothing applied yet.
 */
export const NOTHING = '';

/** Whether `a` is a later place in the log than `b`. */
export const isAfter = (a: string, b: string): boolean =>
  a.length === b.length ? a > b : a.length > b.length;

/** The place to resume a subscription from. */
export const toResume = (position: string): bigint | null =>
  position === NOTHING ? null : BigInt(position);
