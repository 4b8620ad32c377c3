import { HELD_ATTENTION_AFTER_MS } from '#platform/core/timing.js';
import type { RequestedDeposit } from './deposit.state.js';

/** What an open deposit waits for that is no fault; null when it should go on by itself. */
export const waitOf = (
  { waiting, expectedBy }: Pick<RequestedDeposit, 'waiting' | 'expectedBy'>,
  now: Date,
): string | null => {
  if (waiting) return 'the pre-funded account';
  if (expectedBy === null) return null;
  const isOverdue = now.getTime() > Date.parse(expectedBy) + HELD_ATTENTION_AFTER_MS;
  return isOverdue ? null : 'the broker to approve the transfer';
};
