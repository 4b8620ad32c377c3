const AT_ONCE = 32;

/** Runs `work` on `atOnce` items at the same time. Returns the results in the order of the items. */
export const eachOf = async <Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  atOnce = AT_ONCE,
): Promise<readonly Result[]> => {
  const [all, results] = [[...items], [] as Result[]];
  for (let i = 0; i < all.length; i += atOnce)
    results.push(...(await Promise.all(all.slice(i, i + atOnce).map(work))));
  return results;
};
