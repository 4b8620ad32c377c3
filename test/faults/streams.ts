import type { LoggedEvent } from './ledgers.js';

/** Returns the events of each stream of a category by id. */
export const streams = (log: readonly LoggedEvent[], category: string) =>
  grouped(
    log.filter((event) => event.category === category),
    ({ id }) => id,
  );

export const grouped = <Item>(items: readonly Item[], keyOf: (item: Item) => string) => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
};

export const names = (events: readonly LoggedEvent[]): string =>
  events.map(({ type }) => type).join(' → ');
