/** `file:line` of each look-up of text in a table of a project's files that `isLookedAt`. */
export const textKeysIn: (
  project: string,
  isLookedAt: (file: string) => boolean,
) => readonly string[];
