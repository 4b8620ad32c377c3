import { Injectable } from '@nestjs/common';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import { hasOpenWatchListHit, isRegistered, userStates } from '#users/user/user.state.js';
import { requestClose } from '../deposit/close-deposit.decide.js';
import { type RequestedDeposit, deposits } from '../deposit/deposit.state.js';

/**
 * Closes an unsent transaction of a user who must not have it. A send that may be at the broker is
 * looked up first. A suspended user's deposit continues, because the partner has debited the user.
 * A withdrawal also ends while a watch-list hit is open.
 */
@Injectable()
export class BlockedUserClosure {
  constructor(private readonly store: EventStore) {}

  /** Returns whether the transaction was closed, and must not be sent. */
  async close(deposit: RequestedDeposit, cause: Cause): Promise<boolean> {
    const reason = await this.reasonToClose(deposit);
    if (reason === null) return false;
    const decision = requestClose(reason, cause.actor, new Date());
    await this.store.transact(deposits, deposit.depositId, decision, cause);
    return true;
  }

  private async reasonToClose({ direction, userId }: RequestedDeposit): Promise<string | null> {
    const user = await this.store.load(userStates, userId);
    if (user.status === 'closed') return `The user was closed ${BEFORE_SEND[direction]}`;
    if (direction === 'DEPOSIT' || !isRegistered(user)) return null;
    if (user.status === 'suspended') return `The user was suspended ${BEFORE_SEND[direction]}`;
    return hasOpenWatchListHit(user) ? 'A watch-list hit of the user is open' : null;
  }
}

const BEFORE_SEND = {
  DEPOSIT: 'before the deposit was sent',
  WITHDRAWAL: 'before the withdrawal was sent',
};
