import type { Cause } from '#kernel/event-store/event-store.js';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';

/** In the place of a partner's id, for what concerns none. */
const NO_PARTNER = 'staff';

/** The cause of what is done to an account of staff; on the command line unless said otherwise. */
export const accountCause = (by?: Operator): Cause => operatorCause(NO_PARTNER, by);

/** One of us, in a request to the staff API. */
export const staffOperator = (staffId: string, requestId: string): Operator => ({
  actor: `staff:${staffId}`,
  requestId,
});
