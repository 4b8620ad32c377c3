type Standing = {
  readonly own: string;
  /** What is shared out. */
  readonly names: readonly string[];
  /** By name. */
  readonly holders: ReadonlyMap<string, string>;
  /** All that can hold something, `own` among them. */
  readonly alive: readonly string[];
};

/**
 * What one of several processes holds in the end, without a word between them: all that see the same
 * come to the same. Names without a living holder go to whoever has least; and nobody keeps two more
 * than another one. Nothing else changes hands. Pure.
 */
export const fairShare = ({ own, names, holders, alive }: Standing): readonly string[] => {
  const shares = alive.toSorted().map((id) => ({
    id,
    held: names.filter((name) => holders.get(name) === id),
  }));
  const least = () =>
    shares.reduce((one, other) => (other.held.length < one.held.length ? other : one));
  const most = () =>
    shares.reduce((one, other) => (other.held.length > one.held.length ? other : one));
  const free = names.filter((name) => !alive.includes(holders.get(name) ?? ''));
  for (const name of free) least().held.push(name);
  while (most().held.length - least().held.length > 1) least().held.push(...most().held.splice(-1));
  return shares.find(({ id }) => id === own)?.held ?? [];
};
