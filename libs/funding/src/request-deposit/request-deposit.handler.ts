import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PartnerDirectory, type Terms } from '#auth';
import { requireActiveAccount } from '#onboarding';
import { type Cents, centsToDecimal, rateOf } from '#platform/core/money.js';
import { unacceptable } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { OnePerKey } from '#platform/event-store/one-per-key.js';
import { type Caller, causeOf } from '#platform/http/caller.js';
import { IdempotencyKeys } from '#platform/idempotency/idempotency-keys.js';
import { makingIdentified } from '#platform/idempotency/making-identified.js';
import { Documents } from '#platform/read-models/documents.js';
import { requireNotBlocked, requireUser } from '#users';
import { reserveDeposit } from '../daily-funding/daily-funding.decide.js';
import {
  dailyFunding,
  dailyFundingId,
  reservationOf,
} from '../daily-funding/daily-funding.state.js';
import { isSameRequest, requestDeposit, requireSameRequest } from '../deposit/deposit.decide.js';
import {
  type DepositTerms,
  depositDay,
  depositIdOf,
  deposits,
  isRequested,
} from '../deposit/deposit.state.js';
import { userDeposits } from '../user-deposits/user-deposits.projection.js';
import { RequestDeposit } from './request-deposit.command.js';

/** More than this many deposits of one user at once, in one process, are told to come again. */
const WAITING_MAX = 500;

@CommandHandler(RequestDeposit)
export class RequestDepositHandler implements ICommandHandler<RequestDeposit> {
  private readonly days = new OnePerKey(WAITING_MAX);

  constructor(
    private readonly store: EventStore,
    private readonly directory: PartnerDirectory,
    private readonly documents: Documents,
    private readonly keys: IdempotencyKeys,
  ) {}

  execute(command: RequestDeposit) {
    const { caller, keyed, externalId } = command;
    const id = depositIdOf(caller.partnerId, externalId);
    const making = makingIdentified({
      id,
      make: () => this.request(command, id),
      find: () => this.find(command, id),
      show: (revision) => this.documents.fold(userDeposits, deposits, id, revision),
    });
    return this.keys.answer(keyed, causeOf(caller), making);
  }

  private async find({ userId, amountCents }: RequestDeposit, id: string): Promise<bigint | null> {
    const { state, revision } = await this.store.loadWithRevision(deposits, id);
    if (revision === 'no_stream' || !isRequested(state)) return null;
    return isSameRequest(state, { userId: userId.toLowerCase(), amountCents }) ? revision : null;
  }

  private async request(command: RequestDeposit, depositId: string): Promise<boolean> {
    const { caller, amountCents, externalId } = command;
    const user = await requireUser(this.store, caller.partnerId, command.userId);
    const { partnerId, userId } = user;
    const known = await this.store.load(deposits, depositId);
    if (known.status !== 'absent') {
      requireSameRequest(known, { userId, amountCents });
      return false;
    }
    requireNotBlocked(user);
    const accountId = await requireActiveAccount(this.store, userId);
    const { terms } = await this.directory.find(partnerId);
    requireWithinLimit(amountCents, terms);
    const feeCents = rateOf(terms.fee, amountCents);
    requireFeeCovered(amountCents, feeCents);
    const deposit = { depositId, partnerId, userId, externalId, accountId, amountCents, feeCents };
    return this.make(deposit, terms.dailyLimitCents, caller);
  }

  /**
   * First its part of the day's limit, then the deposit. A reservation is a promise: when this
   * process dies in between, its job makes the deposit, so nothing is ever reserved for nothing.
   */
  private async make(deposit: DepositTerms, limitCents: Cents, caller: Caller): Promise<boolean> {
    const now = new Date();
    const { depositId, userId } = deposit;
    const dayId = dailyFundingId(userId, depositDay(now.toISOString()));
    const reserve = reserveDeposit(deposit, limitCents, caller.requestId, now);
    const { events, state } = await this.days.run(dayId, () =>
      this.store.transact(dailyFunding, dayId, reserve, causeOf(caller)),
    );
    const { terms, at } = reservationOf(state, depositId) ?? raise(dayId);
    const request = requestDeposit(terms, at);
    const made = await this.store.transact(deposits, depositId, request, causeOf(caller));
    return events.length > 0 && isRequested(made.state) && made.state.requestedAt === at;
  }
}

const raise = (dayId: string): never => {
  throw new Error(`Nothing reserved in ${dayId}`);
};

const requireWithinLimit = (amountCents: Cents, { transactionLimitCents }: Terms): void => {
  if (amountCents <= transactionLimitCents) return;
  const detail = `must be at most ${centsToDecimal(transactionLimitCents)}`;
  throw unacceptable({ pointer: '/amount', code: 'limit_exceeded', detail });
};

const requireFeeCovered = (amountCents: Cents, feeCents: Cents): void => {
  if (feeCents < amountCents) return;
  const detail = `must be more than the fee of ${centsToDecimal(feeCents)}`;
  throw unacceptable({ pointer: '/amount', code: 'amount_invalid', detail });
};
