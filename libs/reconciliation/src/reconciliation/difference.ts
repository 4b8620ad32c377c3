import { deterministicId } from '#kernel/ids.js';
import type { DifferenceKind } from './difference-kinds.js';
import type { RecordedDifference } from './reconciliation.state.js';

/** Two records of one object that differ. `what` names both records. */
export type Difference = Omit<RecordedDifference, 'differenceId' | 'kind'> & {
  readonly kind: DifferenceKind;
};

export const differenceOf = (
  difference: Partial<Difference> & Pick<Difference, 'kind' | 'partnerId' | 'what'>,
): Difference => ({
  ...{ settlementId: null, depositId: null, orderId: null, journalId: null },
  ...{ brokerOrderId: null, accountId: null },
  ...difference,
});

type About = Omit<RecordedDifference, 'differenceId' | 'what' | 'amountCents'>;

/** Returns the compared object. A run that compares it without a difference closes the difference. */
export const subjectOf = (difference: About): string => {
  const { kind, partnerId, settlementId, depositId, orderId } = difference;
  const { brokerOrderId, accountId, journalId } = difference;
  if (kind === 'read_model_digest') return `partner/${partnerId}`;
  if (kind.startsWith('period_')) return `period/${settlementId}`;
  if (kind.startsWith('journal_')) return `journal/${journalId}`;
  if (depositId !== null) return `deposit/${depositId}`;
  if (orderId !== null) return `order/${orderId}`;
  if (brokerOrderId !== null) return `broker-order/${brokerOrderId}`;
  if (journalId !== null) return `journal/${journalId}`;
  return accountId === null ? `partner/${partnerId}` : `account/${accountId}`;
};

/** Ignores ids that may change while the difference stays, such as the journal of a deposit. */
export const differenceIdOf = (difference: About): string =>
  deterministicId(
    'difference',
    difference.kind,
    difference.partnerId ?? '',
    subjectOf(difference),
    difference.kind === 'period_total' ? (difference.depositId ?? '') : '',
  );
