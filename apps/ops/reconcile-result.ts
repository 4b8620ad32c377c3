import type { KnownDifference } from '#reconciliation/reconciliation/reconciliation.state.js';
import type { Everything } from '#reconciliation/run/reconcile-everything.js';

type Compared = Everything;
type Difference = Compared['differences'][number] &
  Pick<KnownDifference, 'differenceId' | 'dismissed'>;

/** A rebuilt read model that failed its audit and is not active. */
export type RefusedModel = { readonly projection: string; readonly errors: readonly string[] };

/** Result of a reconciliation, with the dismissals of its differences. */
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

/** Returns true if no problem needs an operator. */
export const isWell = ({ differences, stuck, refused, withoutId }: Counted): boolean =>
  openIn(differences).length + stuck.length + refused.length + withoutId === 0;

export const resultOf = (found: Counted): string => {
  const { differences, stuck, refused, withoutId } = found;
  const open = openIn(differences).length;
  const dismissed = differences.length - open;
  const others = dismissed === 0 ? '' : ` Dismissed, and not counted: ${dismissed}.`;
  if (isWell(found)) return `No difference.${others}`;
  const counts = `Differences: ${open}; stuck for over a minute: ${stuck.length}`;
  const unread = withoutId === 0 ? '' : `; unreadable at the broker: ${withoutId}`;
  return `${counts}; rebuilt and not used: ${refused.length}${unread}.${others}`;
};
