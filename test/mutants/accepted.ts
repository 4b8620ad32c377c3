/** A survivor that changes nothing anybody could see. */
export type Accepted = {
  readonly file: string;
  /** The line of the source, without the white space around it. */
  readonly line: string;
  /** As the report says it. */
  readonly label: string;
  readonly why: string;
};

export const ACCEPTED: readonly Accepted[] = [];
