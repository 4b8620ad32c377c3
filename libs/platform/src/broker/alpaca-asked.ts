import { OutcomeUnknown } from './broker.js';

/** What was asked for, and what the answer is about; null when it does not say. */
type Compared = readonly [what: string, asked: string, told: string | null | undefined];

/**
 * The answer, if it is about what was asked for. Nothing of any other is believed.
 * @throws {OutcomeUnknown} naming both, so that operators see it
 */
export const about = <Thing>(
  label: string,
  thing: Thing,
  ...compared: readonly Compared[]
): Thing => {
  for (const [what, asked, told] of compared)
    if (told !== null && told !== undefined && told.toLowerCase() !== asked.toLowerCase())
      throw new OutcomeUnknown(`${label}: asked about ${what} ${asked}, was told of ${told}`);
  return thing;
};
