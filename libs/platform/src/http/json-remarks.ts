import type { Fault } from '../core/refused.js';

// What plain values cannot hold of the JSON that they were read from, kept beside them.

/** A number's text as it was sent, by the object that holds it and its name there. */
const numberTexts = new WeakMap<object, Map<string, string>>();
/** Members that were sent twice or may not exist, by the outermost value. */
const memberFaults = new WeakMap<object, readonly Fault[]>();

/** The digits of the number `holder[key]` as they were sent; undefined when it is no number. */
export const numberText = (holder: object, key: string): string | undefined =>
  numberTexts.get(holder)?.get(key);

/** Faults of shape that parsing met and went on after. */
export const memberFaultsOf = (body: unknown): readonly Fault[] =>
  typeof body === 'object' && body !== null ? (memberFaults.get(body) ?? []) : [];

export const keepNumberText = (holder: object, name: string, digits: string): void => {
  const texts = numberTexts.get(holder);
  if (texts === undefined) numberTexts.set(holder, new Map([[name, digits]]));
  else texts.set(name, digits);
};

export const keepMemberFaults = (body: object, faults: readonly Fault[]): void => {
  memberFaults.set(body, faults);
};
