/** Two records of the same thing that do not agree; `what` says which says what. */
export type Difference = {
  readonly partnerId: string;
  /** The period it shows in, null where it belongs to none. */
  readonly settlementId: string | null;
  readonly depositId: string | null;
  readonly what: string;
};

export const differenceOf = (
  difference: Partial<Difference> & { partnerId: string; what: string },
) => ({
  settlementId: null,
  depositId: null,
  ...difference,
});

/** The same difference, also when its figures moved on between two looks. */
export const isSameDifference = (one: Difference, other: Difference): boolean =>
  one.partnerId === other.partnerId &&
  one.settlementId === other.settlementId &&
  one.depositId === other.depositId &&
  one.what.split(':')[0] === other.what.split(':')[0];
