import type { RequestedDeposit } from './deposit.state.js';
import { HELD_ATTENTION_AFTER_MS } from '../timing.js';

/** Returns the known reason for which an open transaction waits. Null if it should progress. */
export const waitingReason = (
  { waiting, expectedBy }: Pick<RequestedDeposit, 'waiting' | 'expectedBy'>,
  now: Date,
): string | null => {
  if (waiting) return 'the pre-funded account';
  if (expectedBy === null) return null;
  const isOverdue = now.getTime() > Date.parse(expectedBy) + HELD_ATTENTION_AFTER_MS;
  return isOverdue ? null : 'the broker to approve the transfer';
};
