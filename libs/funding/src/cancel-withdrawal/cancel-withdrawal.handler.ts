import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, causeOf } from '#http/caller.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { isUuid } from '#kernel/ids.js';
import { notFound } from '#kernel/refused.js';
import { Rows } from '#read-models/rows.js';
import { cancelWithdrawal } from '../deposit/cancel-withdrawal.decide.js';
import { deposits, isRequested } from '../deposit/deposit.state.js';
import { type DepositRow, depositRows } from '../user-deposits/user-deposits.projection.js';

/** Cancels a withdrawal that was not sent, and returns it. */
export class CancelWithdrawal extends Command<DepositRow> {
  constructor(
    readonly caller: Caller,
    readonly depositId: string,
  ) {
    super();
  }
}

@CommandHandler(CancelWithdrawal)
export class CancelWithdrawalHandler implements ICommandHandler<CancelWithdrawal> {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
  ) {}

  /** A suspended user can cancel too. @throws {Refused} 404 or 409 */
  async execute({ caller, depositId: givenId }: CancelWithdrawal) {
    const depositId = givenId.toLowerCase();
    const deposit = isUuid(depositId) ? await this.store.load(deposits, depositId) : null;
    if (deposit === null || !isRequested(deposit) || deposit.partnerId !== caller.partnerId)
      throw notFound('transaction_not_found', 'The id of the funding transaction is unknown');
    const decision = cancelWithdrawal(new Date());
    await this.store.transact(deposits, depositId, decision, causeOf(caller));
    return this.rows.fold(depositRows, depositId);
  }
}
