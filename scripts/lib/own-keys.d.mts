/** Returns `file:line` of each lookup of text in an object, in files for which `isChecked` is true. */
export const textKeysIn: (
  project: string,
  isChecked: (file: string) => boolean,
) => readonly string[];
