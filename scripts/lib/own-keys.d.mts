/** Returns `file:line` of each lookup of text in an object, in files for which `isLookedAt` is true. */
export const textKeysIn: (
  project: string,
  isLookedAt: (file: string) => boolean,
) => readonly string[];
