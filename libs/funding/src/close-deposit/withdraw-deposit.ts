import { Injectable } from '@nestjs/common';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import { userStandings } from '#users';
import { requestClose } from '../deposit/close-deposit.decide.js';
import { type RequestedDeposit, deposits } from '../deposit/deposit.state.js';

const USER_CLOSED = 'The user was closed before the deposit was sent';

/**
 * Nobody could use what arrives on the account of a closed user, so a deposit that was not sent yet is
 * closed as by an operator: no send begins any more, what may be with the broker is found out first,
 * and the partner is told to keep the money. A suspended user's deposit goes on: it is the user's own
 * money, taken before, and waits on the account for the end of the suspension.
 */
@Injectable()
export class WithdrawDeposit {
  constructor(private readonly store: EventStore) {}

  /** Whether it was, and must not be sent. */
  async ifUserClosed({ depositId, userId }: RequestedDeposit, cause: Cause): Promise<boolean> {
    if ((await this.store.load(userStandings, userId)).status !== 'closed') return false;
    const decision = requestClose(USER_CLOSED, cause.actor, new Date());
    await this.store.transact(deposits, depositId, decision, cause);
    return true;
  }
}
