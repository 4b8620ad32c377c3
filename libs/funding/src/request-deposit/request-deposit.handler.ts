import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PartnerDirectory, type Terms } from '#auth';
import { requireActiveAccount } from '#onboarding';
import { deterministicId } from '#platform/core/ids.js';
import { type Cents, centsToDecimal, rateOf } from '#platform/core/money.js';
import { unacceptable } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { causeOf } from '#platform/http/caller.js';
import { Documents } from '#platform/read-models/documents.js';
import { requireNotBlocked, requireUser } from '#users';
import { requestDeposit, requireSameRequest } from '../deposit/deposit.decide.js';
import { deposits } from '../deposit/deposit.state.js';
import { userDeposits } from '../user-deposits/user-deposits.projection.js';
import { RequestDeposit } from './request-deposit.command.js';

@CommandHandler(RequestDeposit)
export class RequestDepositHandler implements ICommandHandler<RequestDeposit> {
  constructor(
    private readonly store: EventStore,
    private readonly directory: PartnerDirectory,
    private readonly documents: Documents,
  ) {}

  async execute(command: RequestDeposit) {
    const { partnerId } = command.caller;
    const user = await requireUser(this.store, partnerId, command.userId);
    const depositId = deterministicId('deposit', partnerId, command.externalId);
    const created = await this.request(command, depositId, user);
    const document = await this.documents.fold(userDeposits, deposits, depositId);
    return { document, created };
  }

  private async request(
    { caller, amountCents, externalId }: RequestDeposit,
    depositId: string,
    user: Awaited<ReturnType<typeof requireUser>>,
  ): Promise<boolean> {
    const { partnerId, userId } = user;
    const known = await this.store.load(deposits, depositId);
    if (known.status !== 'absent') {
      requireSameRequest(known, { userId, amountCents });
      return false;
    }
    requireNotBlocked(user);
    const accountId = await requireActiveAccount(this.store, userId);
    const { terms } = await this.directory.find(partnerId);
    requireWithinLimits(amountCents, terms);
    const feeCents = rateOf(terms.fee, amountCents);
    requireFeeCovered(amountCents, feeCents);
    const deposit = { depositId, partnerId, userId, externalId, accountId, amountCents, feeCents };
    const decision = requestDeposit(deposit, new Date());
    const { events } = await this.store.transact(deposits, depositId, decision, causeOf(caller));
    return events.length > 0;
  }
}

const requireWithinLimits = (amountCents: Cents, { transactionLimitCents }: Terms): void => {
  if (amountCents <= transactionLimitCents) return;
  const detail = `must be at most ${centsToDecimal(transactionLimitCents)}`;
  throw unacceptable({ pointer: '/amount', code: 'limit_exceeded', detail });
};

const requireFeeCovered = (amountCents: Cents, feeCents: Cents): void => {
  if (feeCents < amountCents) return;
  const detail = `must be more than the fee of ${centsToDecimal(feeCents)}`;
  throw unacceptable({ pointer: '/amount', code: 'amount_invalid', detail });
};
