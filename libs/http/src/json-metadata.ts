import type { FieldError } from '#kernel/refused.js';

// Details of parsed JSON that plain values lose.

/** Original text of numbers, by the containing object and the member's name. */
const numberTexts = new WeakMap<object, Map<string, string>>();
/** Errors of repeated and forbidden members, by the outermost value. */
const memberErrors = new WeakMap<object, readonly FieldError[]>();

/**
 * Returns the digits of the number `holder[key]` as they were sent; undefined if it is not a
 * number.
 */
export const numberText = (holder: object, key: string): string | undefined =>
  numberTexts.get(holder)?.get(key);

/** Returns the shape errors that the parser found without stopping. */
export const memberErrorsOf = (body: unknown): readonly FieldError[] =>
  typeof body === 'object' && body !== null ? (memberErrors.get(body) ?? []) : [];

export const keepNumberText = (holder: object, name: string, digits: string): void => {
  const texts = numberTexts.get(holder);
  if (texts === undefined) numberTexts.set(holder, new Map([[name, digits]]));
  else texts.set(name, digits);
};

export const keepMemberErrors = (body: object, errors: readonly FieldError[]): void => {
  memberErrors.set(body, errors);
};
