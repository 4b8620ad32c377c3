import { dismissalOf } from '#reconciliation/reconciliation/reconciliation.decide.js';
import { differenceIdOf } from '#reconciliation/reconciliation/difference.js';
import type {
  KnownDifference,
  Reconciliation,
} from '#reconciliation/reconciliation/reconciliation.state.js';
import type { Everything } from '#reconciliation/run/reconcile-everything.js';

type Compared = Everything;
type Difference = Omit<Compared['differences'][number], 'kind'> &
  Pick<KnownDifference, 'differenceId' | 'kind' | 'dismissed'>;

/** A rebuilt read model that failed its audit and is not active. */
export type RefusedModel = { readonly projection: string; readonly errors: readonly string[] };

/** Result of a reconciliation, with the dismissals of its differences. */
export type Found = Omit<Compared, 'differences' | 'ok'> & {
  readonly differences: readonly Difference[];
  readonly refused: readonly RefusedModel[];
};

type Counts = Pick<Found, 'stuck' | 'refused' | 'withoutId'> & {
  readonly differences: readonly Pick<Difference, 'dismissed'>[];
};

/**
 * Adds dismissals and recorded unknown accounts. Only the runs of the service read the broker's list of
 * new accounts.
 */
export const withRecorded = (
  found: Compared['differences'],
  state: Reconciliation,
): readonly Difference[] => {
  const dismissal = dismissalOf(state, found);
  const own = found.map((each) => ({
    ...each,
    differenceId: differenceIdOf(each),
    dismissed: dismissal(each),
  }));
  const recorded = [...state.differences.values()];
  return [...own, ...recorded.filter(({ kind }) => kind === 'account_unknown_here')];
};

export const openIn = <Each extends Pick<Difference, 'dismissed'>>(
  differences: readonly Each[],
): readonly Each[] => differences.filter(({ dismissed }) => dismissed === null);

/** Returns true if no problem needs an operator. */
export const isWell = ({ differences, stuck, refused, withoutId }: Counts): boolean =>
  openIn(differences).length + stuck.length + refused.length + withoutId === 0;

export const resultOf = (found: Counts): string => {
  const { differences, stuck, refused, withoutId } = found;
  const open = openIn(differences).length;
  const dismissed = differences.length - open;
  const note = dismissed === 0 ? '' : ` Dismissed: ${dismissed}.`;
  if (isWell(found)) return `No differences.${note}`;
  const counts = `Differences: ${open}; stuck for over a minute: ${stuck.length}`;
  const unreadable = withoutId === 0 ? '' : `; unreadable at the broker: ${withoutId}`;
  return `${counts}; rejected rebuilds: ${refused.length}${unreadable}.${note}`;
};
