import type { Cause } from '#kernel/event-store/event-store.js';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';

/** Partner id of events without a partner. */
const NO_PARTNER = 'staff';

/** Returns the cause of an event of a staff account; default: the command line. */
export const accountCause = (by?: Operator): Cause => operatorCause(NO_PARTNER, by);

/** Returns the operator of a request to the staff API. */
export const staffOperator = (staffId: string, requestId: string): Operator => ({
  actor: `staff:${staffId}`,
  requestId,
});
