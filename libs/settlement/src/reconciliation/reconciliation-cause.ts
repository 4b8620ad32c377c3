import { deterministicId } from '#platform/core/ids.js';
import type { Cause } from '#platform/event-store/event-store.js';
import { type Operator, operatorCause } from '#platform/event-store/operator-cause.js';

/** In the place of a partner's id, for what concerns all of them. */
const NO_PARTNER = 'staff';

export const reconciliationCause = (by: Operator): Cause => operatorCause(NO_PARTNER, by);

/** Of a run that the worker made by itself. */
export const runCause = (at: string): Cause => {
  const id = deterministicId('reconciliation', at);
  return { partnerId: NO_PARTNER, correlationId: id, causationId: id, actor: 'worker' };
};
