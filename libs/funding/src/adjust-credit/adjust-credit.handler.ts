import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#kernel/event-store/event-store.js';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import type { Cents } from '#kernel/money.js';
import { notFound } from '#kernel/refused.js';
import {
  type DecidedDeposit,
  UNKNOWN_TRANSACTION,
  decidedDeposit,
} from '../assign-journal/assign-journal.handler.js';
import { type RequestedDeposit, deposits, isRequested } from '../deposit/deposit.state.js';
import { adjustCredit } from '../deposit/journals.decide.js';

/** An operator changes the credit of a deposit by an amount in cents, which can be negative. */
export class AdjustCredit extends Command<DecidedDeposit> {
  constructor(
    readonly depositId: string,
    readonly amountCents: Cents,
    readonly reason: string,
    readonly by: Operator,
  ) {
    super();
  }
}

/** A request with the same amount, operator and reason is a repeat, and is ignored. */
@CommandHandler(AdjustCredit)
export class AdjustCreditHandler implements ICommandHandler<AdjustCredit> {
  constructor(private readonly store: EventStore) {}

  /** @throws {Refused} 404, or 409 `deposit_not_credited` */
  async execute({ depositId, amountCents, reason, by }: AdjustCredit) {
    const deposit = await this.store.load(deposits, depositId);
    if (!isRequested(deposit)) throw notFound('transaction_not_found', UNKNOWN_TRANSACTION);
    const cause = operatorCause(deposit.partnerId, by);
    const decision = adjustCredit(amountCents, { by: by.actor, reason }, new Date());
    const { state } = await this.store.transact(deposits, depositId, decision, cause);
    return decidedDeposit(state as RequestedDeposit);
  }
}
