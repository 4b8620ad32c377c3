/** Groups consecutive equal items. */
export const groupConsecutive = <Each>(
  all: readonly Each[],
  keyOf: (each: Each) => string,
): readonly (readonly [Each, ...Each[]])[] => {
  const groups: [Each, ...Each[]][] = [];
  for (const each of all) {
    const last = groups.at(-1);
    if (last !== undefined && keyOf(last[0]) === keyOf(each)) last.push(each);
    else groups.push([each]);
  }
  return groups;
};
