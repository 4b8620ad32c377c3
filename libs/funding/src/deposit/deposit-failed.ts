import type { DepositEvent } from './deposit.events.js';
import { type RequestedDeposit, about } from './deposit.state.js';

type Failed = Extract<DepositEvent, { readonly type: 'DepositFailed' }>;

/** Returns the event that ends a deposit without a credit. The partner reads `reason`. */
export const failed = (deposit: RequestedDeposit, reason: string, now: Date): Failed => {
  const { amountCents, feeCents, requestedAt } = deposit;
  const data = { ...about(deposit, now), amountCents, feeCents, reason, requestedAt };
  return { type: 'DepositFailed', data };
};
