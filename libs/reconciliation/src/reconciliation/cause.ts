import { deterministicId } from '#kernel/ids.js';
import type { Cause } from '#kernel/event-store/event-store.js';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';

/** Replaces the partner's id in events that concern every partner. */
const NO_PARTNER = 'staff';

export const reconciliationCause = (by: Operator): Cause => operatorCause(NO_PARTNER, by);

/** Returns the cause of a scheduled run. */
export const runCause = (at: string): Cause => {
  const id = deterministicId('reconciliation', at);
  return { partnerId: NO_PARTNER, correlationId: id, causationId: id, actor: 'worker' };
};
