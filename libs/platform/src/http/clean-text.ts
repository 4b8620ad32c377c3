const CONTROL = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whole Unicode characters, and none of the invisible ones that control terminals and parsers. */
export const isCleanText = (value: unknown): boolean =>
  typeof value === 'string' && !CONTROL.test(value) && !LONE_SURROGATE.test(value);
