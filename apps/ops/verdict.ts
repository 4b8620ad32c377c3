import type { KnownDifference, reconcile } from '#settlement';

type Compared = Awaited<ReturnType<typeof reconcile>>;
type Difference = Compared['differences'][number] & Pick<KnownDifference, 'dismissed'>;

/** A read model that was filled anew and is kept from readers. */
export type RefusedModel = { readonly projection: string; readonly faults: readonly string[] };

/** What a comparison found, with what people said of it. */
export type Found = Omit<Compared, 'differences' | 'ok'> & {
  readonly differences: readonly Difference[];
  readonly refused: readonly RefusedModel[];
};

type Counted = Pick<Found, 'stuck' | 'refused' | 'withoutId'> & {
  readonly differences: readonly Pick<Difference, 'dismissed'>[];
};

export const openIn = <Each extends Pick<Difference, 'dismissed'>>(
  differences: readonly Each[],
): readonly Each[] => differences.filter(({ dismissed }) => dismissed === null);

/** Whether there is nothing that somebody must see to. */
export const isWell = ({ differences, stuck, refused, withoutId }: Counted): boolean =>
  openIn(differences).length + stuck.length + refused.length + withoutId === 0;

export const verdictOf = (found: Counted): string => {
  const { differences, stuck, refused, withoutId } = found;
  const open = openIn(differences).length;
  const dismissed = differences.length - open;
  const others = dismissed === 0 ? '' : ` Dismissed, and not counted: ${dismissed}.`;
  if (isWell(found)) return `No difference.${others}`;
  const counts = `Differences: ${open}; stuck for over a minute: ${stuck.length}`;
  const unread = withoutId === 0 ? '' : `; unreadable at the broker: ${withoutId}`;
  return `${counts}; rebuilt and not used: ${refused.length}${unread}.${others}`;
};
