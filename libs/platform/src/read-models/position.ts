/**
 * Positions pass through Redis as decimal text, because Lua's numbers end at 2^53. The empty text
 * stands before every position: nothing applied yet.
 */
export const NOTHING = '';

/** Whether `a` is a later place in the log than `b`. */
export const isAfter = (a: string, b: string): boolean =>
  a.length === b.length ? a > b : a.length > b.length;

/** Whether what was read lacks the last event that its partner is known to have appended. */
export const isBehind = (read: { readonly position: string; readonly written: string }): boolean =>
  isAfter(read.written, read.position);

/** The place to resume a subscription from. */
export const toResume = (position: string): bigint | null =>
  position === NOTHING ? null : BigInt(position);
