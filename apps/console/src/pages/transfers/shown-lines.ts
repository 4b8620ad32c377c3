type Line = { readonly line: number; readonly reason: string };

/** Returns at most `max` lines in file order. Lines with a note have priority. */
export const shownOf = <T extends Line>(lines: readonly T[], max: number): readonly T[] => {
  const remarked = lines.filter(({ reason }) => reason !== '');
  const others = lines.filter(({ reason }) => reason === '');
  return [...remarked, ...others].slice(0, max).sort((a, b) => a.line - b.line);
};
