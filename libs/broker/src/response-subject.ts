import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

/** Kind and id of the requested record, and the id in the response; null if it has none. */
type Compared = readonly [what: string, asked: string, reported: string | null | undefined];

/**
 * Returns `thing` if the response is about the requested record. @throws {OutcomeUnknown} naming
 * both records, for operators
 */
export const about = <Thing>(
  label: string,
  thing: Thing,
  ...compared: readonly Compared[]
): Thing => {
  for (const [what, asked, reported] of compared)
    if (
      reported !== null &&
      reported !== undefined &&
      reported.toLowerCase() !== asked.toLowerCase()
    )
      throw new OutcomeUnknown(
        `${label}: asked about ${what} ${asked}, but the response is about ${reported}`,
      );
  return thing;
};
