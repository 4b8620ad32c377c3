type Holdings = {
  readonly own: string;
  /** Names to assign. */
  readonly names: readonly string[];
  /** Holders by name. */
  readonly holders: ReadonlyMap<string, string>;
  /** All living processes, `own` among them. */
  readonly alive: readonly string[];
};

/**
 * Returns the names that one of several processes holds in the end, without communication: equal
 * inputs lead to equal results. Names without a living holder go to the process with the fewest
 * names. A process keeps at most one name more than another process. Other names stay where they
 * are. Pure.
 */
export const fairShare = ({ own, names, holders, alive }: Holdings): readonly string[] => {
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
