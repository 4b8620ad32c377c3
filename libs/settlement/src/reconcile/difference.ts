/** Two records of the same thing that do not agree; `what` says which says what. */
export type Difference = {
  /** Null for money that went where the log knows nobody. */
  readonly partnerId: string | null;
  /** The period it shows in, null where it belongs to none. */
  readonly settlementId: string | null;
  readonly depositId: string | null;
  readonly orderId: string | null;
  readonly what: string;
};

export const differenceOf = (
  difference: Partial<Difference> & { partnerId: string | null; what: string },
): Difference => ({
  settlementId: null,
  depositId: null,
  orderId: null,
  ...difference,
});

/**
 * The same difference at two looks. Sums are named with how far they are off, so that one that only
 * moved between the reading of two records is another difference at each look.
 */
export const isSameDifference = (one: Difference, other: Difference): boolean =>
  one.partnerId === other.partnerId &&
  one.settlementId === other.settlementId &&
  one.depositId === other.depositId &&
  one.orderId === other.orderId &&
  one.what.split(':')[0] === other.what.split(':')[0];
