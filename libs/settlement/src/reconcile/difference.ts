import type { DifferenceKind } from './difference-kinds.js';

/** Two records of the same thing that do not agree; `what` says which says what. */
export type Difference = {
  readonly kind: DifferenceKind;
  /** Null for money that went where the log knows nobody. */
  readonly partnerId: string | null;
  /** The period it shows in, null where it belongs to none. */
  readonly settlementId: string | null;
  readonly depositId: string | null;
  readonly orderId: string | null;
  /** The broker's ids of what it is about. */
  readonly journalId: string | null;
  readonly brokerOrderId: string | null;
  readonly accountId: string | null;
  readonly what: string;
};

export const differenceOf = (
  difference: Partial<Difference> & Pick<Difference, 'kind' | 'partnerId' | 'what'>,
): Difference => ({
  settlementId: null,
  depositId: null,
  orderId: null,
  journalId: null,
  brokerOrderId: null,
  accountId: null,
  ...difference,
});

/** The same difference at two looks. Sums are named with how far they are off, which stays while both move. */
export const isSameDifference = (one: Difference, other: Difference): boolean =>
  one.kind === other.kind &&
  one.partnerId === other.partnerId &&
  one.settlementId === other.settlementId &&
  one.depositId === other.depositId &&
  one.orderId === other.orderId &&
  one.what.split(':')[0] === other.what.split(':')[0];
