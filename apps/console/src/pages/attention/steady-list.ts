type Identified = { readonly id: string };

export type SteadyList<Entry> = {
  /** Entries in the order of their first appearance. `isGone`: the latest list lacks the entry. */
  readonly shown: readonly { readonly entry: Entry; readonly isGone: boolean }[];
  /** Entries of the latest list that are not shown. */
  readonly newCount: number;
  readonly goneCount: number;
};

/**
 * Keeps entries in place and updates their content, so that no entry moves under the pointer. New
 * entries appear, and gone entries disappear, when the reader requests it.
 */
export const steadyList = <Entry extends Identified>(
  shown: readonly Entry[],
  latest: readonly Entry[],
): SteadyList<Entry> => {
  const byId = new Map(latest.map((entry) => [entry.id, entry]));
  const ids = new Set(shown.map(({ id }) => id));
  return {
    shown: shown.map((entry) => ({
      entry: byId.get(entry.id) ?? entry,
      isGone: !byId.has(entry.id),
    })),
    newCount: latest.filter(({ id }) => !ids.has(id)).length,
    goneCount: shown.filter(({ id }) => !byId.has(id)).length,
  };
};

/** Describes changes of the list for screen readers. */
export const steadyWords = ({
  shown: { length },
  newCount,
  goneCount,
}: SteadyList<unknown>): string =>
  [
    length === 1 ? '1 entry' : `${length} entries`,
    ...(newCount === 0 ? [] : [`${newCount} new, not shown yet`]),
    ...(goneCount === 0 ? [] : [goneCount === 1 ? '1 has gone on' : `${goneCount} have gone on`]),
  ].join(', ') + '.';
