import type { KnownDifference } from '#reconciliation/reconciliation/reconciliation.state.js';
import { adviceFor } from '#reconciliation/reconciliation/difference-kinds.js';

type Shown = Pick<KnownDifference, 'differenceId' | 'partnerId' | 'kind' | 'what' | 'dismissed'>;

/** Formats a difference for people, with the remedy unless it is dismissed. */
export const differenceText = (
  { differenceId, partnerId, kind, what, dismissed }: Shown,
  partners: ReadonlyMap<string, string>,
): string => {
  const partner = partnerId === null ? 'unknown' : (partners.get(partnerId) ?? partnerId);
  const about = `difference ${differenceId} (${kind}), partner ${partner}: ${what}`;
  return dismissed === null
    ? `${about}\n  next step: ${adviceFor(kind)}`
    : `dismissed ${about} (dismissed at ${dismissed.at}: ${dismissed.reason})`;
};
