import { DAY_MS } from '#kernel/duration.js';
import { Injectable } from '@nestjs/common';
import { PartnerDirectory } from '#auth/api-key/partner-directory.js';
import { type Caller, causeOf } from '#http/caller.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { type Cents, rateOf } from '#kernel/money.js';
import { Refused } from '#kernel/refused.js';
import { requireActiveAccount } from '#onboarding/trader-profile/require-active-account.js';
import { requireNotBlocked } from '#users/user/require-user.js';
import type { UserStatusState } from '#users/user/user.state.js';
import { reserveDeposit } from '../daily-funding/daily-funding.decide.js';
import {
  type Reservation,
  dailyFunding,
  dailyFundingId,
  reservationOf,
} from '../daily-funding/daily-funding.state.js';
import type { Direction } from '../deposit/amounts.js';
import { isSameRequest } from '../deposit/deposit.decide.js';
import { depositDay } from '../deposit/deposit.state.js';
import { requireFeeCovered, requireWithinLimit } from './amount-limits.js';

/** A request of a known user, with the id of the transaction. */
export type FundingRequest = {
  readonly direction: Direction;
  readonly depositId: string;
  readonly userId: string;
  readonly amountCents: Cents;
  readonly externalId: string;
  readonly code?: string | undefined;
};

/** `isNew`: this request made the reservation. */
export type Reserved = { readonly reservation: Reservation; readonly isNew: boolean };

/** Reserves a part of the daily limit for a deposit. */
@Injectable()
export class DepositReserver {
  constructor(
    private readonly store: EventStore,
    private readonly directory: PartnerDirectory,
  ) {}

  /** @throws {Refused} if the user, the account or a limit does not allow the deposit */
  reserve(request: FundingRequest, user: UserStatusState, caller: Caller): Promise<Reserved> {
    return this.reserveToday(request, user, caller).catch((error: unknown) =>
      this.findReserved(request, error),
    );
  }

  /** Validates the limit and reserves in one append. */
  private async reserveToday(
    { depositId, amountCents, externalId }: FundingRequest,
    user: UserStatusState,
    caller: Caller,
  ): Promise<Reserved> {
    requireNotBlocked(user);
    const { partnerId, userId } = user;
    const accountId = await requireActiveAccount(this.store, userId, 'funding');
    const { terms } = await this.directory.find(partnerId);
    requireWithinLimit(amountCents, terms.transactionLimitCents);
    const feeCents = rateOf(terms.fee, amountCents);
    requireFeeCovered(amountCents, feeCents);
    const about = { direction: 'DEPOSIT', depositId, partnerId, userId, externalId } as const;
    const deposit = { ...about, accountId, amountCents, feeCents };
    const now = new Date();
    const dayId = dailyFundingId(userId, depositDay(now.toISOString()));
    const decision = reserveDeposit(deposit, terms.dailyLimitCents, caller.requestId, now);
    const cause = causeOf(caller);
    const { events, state } = await this.store.transact(dailyFunding, dayId, decision, cause);
    const reservation = reservationOf(state, depositId);
    if (reservation === null) throw new Error(`${dayId} lacks the reservation`);
    return { reservation, isNew: events.length > 0 };
  }

  /**
   * Finds an earlier reservation. If the process dies after a reservation, the job creates the
   * deposit. Later changes must therefore not reject a repeat.
   */
  private async findReserved(request: FundingRequest, error: unknown): Promise<Reserved> {
    if (!(error instanceof Refused)) throw error;
    const { userId, depositId } = request;
    const now = Date.now();
    for (const ms of [now, now - DAY_MS]) {
      const dayId = dailyFundingId(userId, depositDay(new Date(ms).toISOString()));
      const reservation = reservationOf(await this.store.load(dailyFunding, dayId), depositId);
      if (reservation !== null && isSameRequest(reservation.terms, request))
        return { reservation, isNew: false };
    }
    throw error;
  }
}
