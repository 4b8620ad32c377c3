import { conflict } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { DepositEvent } from './deposit.events.js';
import { type Deposit, about } from './deposit.state.js';

/**
 * Cancels a withdrawal that was not sent. A sender loses the race, because its intent record expects
 * another revision. @throws {Refused} 409 for a deposit, and after the first send
 */
export const cancelWithdrawal =
  (now: Date): Decision<Deposit, DepositEvent> =>
  (deposit) => {
    if (deposit.status === 'absent') return [];
    const { amountCents, feeCents, requestedAt } = deposit;
    if (deposit.direction === 'DEPOSIT')
      throw conflict('transaction_not_cancelable', 'A deposit cannot be canceled');
    if (deposit.status !== 'pending' || deposit.closing !== null)
      throw conflict('transaction_final', `The withdrawal is ${deposit.status} already`);
    const data = { ...about(deposit, now), amountCents, feeCents, requestedAt };
    return [{ type: 'DepositCanceled', data }];
  };
