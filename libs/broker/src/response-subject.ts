import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

/** Kind and id of the requested record, and the id in the response; null if the response omits it. */
type Compared = readonly [kind: string, requested: string, reported: string | null | undefined];

/**
 * Returns `thing` if the response is about the requested record. @throws {OutcomeUnknown} naming
 * both records, for operators
 */
export const about = <Thing>(
  label: string,
  thing: Thing,
  ...compared: readonly Compared[]
): Thing => {
  for (const [kind, requested, reported] of compared)
    if (
      reported !== null &&
      reported !== undefined &&
      reported.toLowerCase() !== requested.toLowerCase()
    )
      throw new OutcomeUnknown(
        `${label}: asked about ${kind} ${requested}, but the response is about ${reported}`,
      );
  return thing;
};
