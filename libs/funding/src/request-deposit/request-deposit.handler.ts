import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PartnerDirectory, type Terms } from '#auth';
import { requireActiveAccount } from '#onboarding';
import { type Cents, centsToDecimal, rateOf } from '#platform/core/money.js';
import { Refused, unacceptable } from '#platform/core/refused.js';
import { type Cause, EventStore, type Loaded } from '#platform/event-store/event-store.js';
import { causeOf } from '#platform/http/caller.js';
import { IdempotencyKeys } from '#platform/idempotency/idempotency-keys.js';
import { makingIdentified } from '#platform/idempotency/making-identified.js';
import { Rows } from '#platform/read-store/rows.js';
import { type UserStanding, requireNotBlocked, requireUser } from '#users';
import { reserveDeposit } from '../daily-funding/daily-funding.decide.js';
import {
  type Reservation,
  dailyFunding,
  dailyFundingId,
  reservationOf,
} from '../daily-funding/daily-funding.state.js';
import { isSameRequest, requestDeposit, requireSameRequest } from '../deposit/deposit.decide.js';
import {
  type Deposit,
  type DepositTerms,
  depositDay,
  depositIdOf,
  deposits,
  isRequested,
} from '../deposit/deposit.state.js';
import { depositRows } from '../user-deposits/user-deposits.read-model.js';
import { RequestDeposit } from './request-deposit.command.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

@CommandHandler(RequestDeposit)
export class RequestDepositHandler implements ICommandHandler<RequestDeposit> {
  constructor(
    private readonly store: EventStore,
    private readonly directory: PartnerDirectory,
    private readonly rows: Rows,
    private readonly keys: IdempotencyKeys,
  ) {}

  execute(command: RequestDeposit) {
    const { caller, keyed, externalId } = command;
    const id = depositIdOf(caller.partnerId, externalId);
    const making = makingIdentified({
      id,
      make: () => this.request(command, id),
      find: () => this.find(command, id),
      show: (revision, first) => this.rows.fold(depositRows, id, revision, first),
    });
    return this.keys.answer(keyed, causeOf(caller), making);
  }

  private async find({ userId, amountCents }: RequestDeposit, id: string): Promise<bigint | null> {
    const { state, revision } = await this.store.loadWithRevision(deposits, id);
    if (revision === 'no_stream' || !isRequested(state)) return null;
    return isSameRequest(state, { userId: userId.toLowerCase(), amountCents }) ? revision : null;
  }

  /** First its part of the day's limit, then the deposit: nothing is ever reserved for nothing. */
  private async request(command: RequestDeposit, depositId: string) {
    const user = await requireUser(this.store, command.caller.partnerId, command.userId);
    const wanted = { userId: user.userId, amountCents: command.amountCents };
    const known = await this.store.loadWithRevision(deposits, depositId);
    if (known.state.status !== 'absent') {
      requireSameRequest(known.state, wanted);
      return false;
    }
    const reserved = await this.reserve(command, depositId, user).catch((error: unknown) =>
      this.promised(depositId, wanted, error),
    );
    return this.make(reserved, known, causeOf(command.caller));
  }

  /** The deposit's part of the day's limit, judged and appended in one. */
  private async reserve(
    { caller, amountCents, externalId }: RequestDeposit,
    depositId: string,
    user: UserStanding,
  ): Promise<Reserved> {
    requireNotBlocked(user);
    const { partnerId, userId } = user;
    const accountId = await requireActiveAccount(this.store, userId, 'funding');
    const { terms } = await this.directory.find(partnerId);
    requireWithinLimit(amountCents, terms);
    const feeCents = rateOf(terms.fee, amountCents);
    requireFeeCovered(amountCents, feeCents);
    const deposit = { depositId, partnerId, userId, externalId, accountId, amountCents, feeCents };
    const now = new Date();
    const dayId = dailyFundingId(userId, depositDay(now.toISOString()));
    const decision = reserveDeposit(deposit, terms.dailyLimitCents, caller.requestId, now);
    const cause = causeOf(caller);
    const { events, state } = await this.store.transact(dailyFunding, dayId, decision, cause);
    const reservation = reservationOf(state, depositId);
    if (reservation === null) throw new Error(`Nothing reserved in ${dayId}`);
    return { reservation, isNew: events.length > 0 };
  }

  /**
   * A reservation is a promise: when the process dies behind it, its job makes the deposit. So a
   * repeat must not be refused for what has changed since, or the partner would take a deposit that
   * comes to exist for one that does not.
   */
  private async promised(
    depositId: string,
    wanted: Pick<DepositTerms, 'userId' | 'amountCents'>,
    error: unknown,
  ): Promise<Reserved> {
    if (!(error instanceof Refused)) throw error;
    const now = Date.now();
    for (const ms of [now, now - DAY_MS]) {
      const dayId = dailyFundingId(wanted.userId, depositDay(new Date(ms).toISOString()));
      const reservation = reservationOf(await this.store.load(dailyFunding, dayId), depositId);
      if (reservation !== null && isSameRequest(reservation.terms, wanted))
        return { reservation, isNew: false };
    }
    throw error;
  }

  /** Its first event, null when its job was faster; false when the reservation is not this request's own. */
  private async make(
    { reservation: { terms, at }, isNew }: Reserved,
    known: Loaded<Deposit>,
    cause: Cause,
  ) {
    const decision = requestDeposit(terms, at);
    const { state, recorded } = await this.store.transact(
      deposits,
      terms.depositId,
      decision,
      cause,
      known,
    );
    return isNew && isRequested(state) && state.requestedAt === at && recorded;
  }
}

type Reserved = { readonly reservation: Reservation; readonly isNew: boolean };

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
