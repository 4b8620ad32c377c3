/** Result of an automatic check. After `review`, a reviewer decides. */
export type Outcome = 'pass' | 'fail' | 'review';

/** The family name determines the outcome. */
export const outcomeOf = (familyName: string): Outcome => {
  if (familyName.endsWith('Fail')) return 'fail';
  if (familyName.endsWith('Review')) return 'review';
  return 'pass';
};

export type PersonStatus = 'none' | 'incomplete' | 'pending' | 'pass' | 'fail';

export const statusAfter = (
  outcome: Outcome,
): { readonly status: PersonStatus; readonly review: boolean } => {
  switch (outcome) {
    case 'pass':
      return { status: 'pass', review: false };
    case 'fail':
      return { status: 'fail', review: false };
    case 'review':
      return { status: 'pending', review: true };
  }
};
