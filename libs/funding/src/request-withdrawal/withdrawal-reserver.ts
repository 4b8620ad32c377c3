import { Inject, Injectable } from '@nestjs/common';
import { PartnerDirectory } from '#auth/api-key/partner-directory.js';
import type { Broker } from '#broker/broker.js';
import type { TransferableCash } from '#broker/broker-records.js';
import { type Caller, causeOf } from '#http/caller.js';
import { doubling, retry } from '#kernel/concurrency/retry.js';
import { isConflict } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { type Cents, rateOf } from '#kernel/money.js';
import { unavailable } from '#kernel/refused.js';
import { RETRY_AFTER_PROVIDER_S } from '#kernel/timing.js';
import { BROKER } from '#kernel/tokens.js';
import {
  requireActiveAccount,
  requireNotHeld,
} from '#onboarding/trader-profile/require-active-account.js';
import type { UserStatusState } from '#users/user/user.state.js';
import { requireSameRequest } from '../deposit/deposit.decide.js';
import { type DepositTerms, deposits } from '../deposit/deposit.state.js';
import { requireFeeCovered, requireWithinLimit } from '../request-deposit/amount-limits.js';
import type { FundingRequest, Reserved } from '../request-deposit/deposit-reserver.js';
import {
  endOf,
  endReservation,
  sequence,
  requireWithinDay,
  reserveWithdrawal,
} from '../withdrawal-reservations/withdrawal-reservations.decide.js';
import {
  type WithdrawalReservations,
  withdrawalOf,
  withdrawalReservations,
} from '../withdrawal-reservations/withdrawal-reservations.state.js';
import { requireEnabled, requireMayWithdraw } from './require-may-withdraw.js';
import { WithdrawalCodes } from './withdrawal-codes.js';

/** Longest wait of a request for other withdrawals of its user, in ms. */
const RESERVE_WITHIN_MS = 8_000;
/** Longest random pause after another withdrawal of the user was faster. */
const RETRY_PAUSE_MAX_MS = 50;

/** Reserves a user's cash for a withdrawal, so that concurrent withdrawals never exceed it. */
@Injectable()
export class WithdrawalReserver {
  constructor(
    private readonly store: EventStore,
    private readonly directory: PartnerDirectory,
    @Inject(BROKER) private readonly broker: Broker,
    private readonly codes: WithdrawalCodes,
  ) {}

  /**
   * Makes the checks in the documented order. An earlier reservation of the same request counts
   * without checks, because its withdrawal will exist.
   * @throws {Refused} the first failed check, or 503 if the broker is unavailable
   */
  async reserve(request: FundingRequest, user: UserStatusState, caller: Caller): Promise<Reserved> {
    const { partnerId, userId } = user;
    const { depositId, externalId, amountCents } = request;
    const earlier = withdrawalOf(await this.store.load(withdrawalReservations, userId), depositId);
    if (earlier !== null) {
      requireSameRequest(earlier.terms, request);
      return { reservation: earlier, isNew: false };
    }
    const { terms } = await this.directory.find(partnerId);
    requireEnabled(terms);
    requireMayWithdraw(user);
    await this.codes.require(request, user, terms, causeOf(caller));
    const accountId = await requireActiveAccount(this.store, userId, 'funding');
    requireWithinLimit(amountCents, terms.withdrawalLimitCents);
    const feeCents = rateOf(terms.withdrawalFee, amountCents);
    requireFeeCovered(amountCents, feeCents);
    const about = { direction: 'WITHDRAWAL', depositId, partnerId, userId, externalId } as const;
    const withdrawal = { ...about, accountId, amountCents, feeCents };
    const limitCents = terms.withdrawalDailyLimitCents;
    return this.reserveInTime(withdrawal, limitCents, caller);
  }

  /**
   * Reserves while other requests of the user wait in this process. Asks the broker again after
   * another process was faster.
   * @throws {Refused} 503 after the time limit
   */
  private reserveInTime(
    withdrawal: DepositTerms,
    limitCents: Cents,
    caller: Caller,
  ): Promise<Reserved> {
    const untilMs = performance.now() + RESERVE_WITHIN_MS;
    const backoff = doubling(RETRY_PAUSE_MAX_MS, RETRY_PAUSE_MAX_MS, 1);
    return this.store.write(withdrawalReservations, withdrawal.userId, async () => {
      const withinMs = untilMs - performance.now();
      const late = unavailable(
        'temporarily_unavailable',
        'Too many withdrawals of this user wait. Send the same request again. It counts once',
      );
      if (withinMs <= 0) throw late;
      return retry({ backoff, when: isConflict, withinMs }, () =>
        this.reserveOnce(withdrawal, limitCents, caller),
      ).catch((error: unknown) => {
        throw isConflict(error) ? late : error;
      });
    });
  }

  /**
   * Reads the reservations before the cash, and appends at that revision. If another process
   * reserved or released in between, the append fails and the broker is asked again.
   */
  private async reserveOnce(
    withdrawal: DepositTerms,
    limitCents: Cents,
    caller: Caller,
  ): Promise<Reserved> {
    const { userId, accountId, amountCents, depositId } = withdrawal;
    const loaded = await this.store.loadWithRevision(withdrawalReservations, userId);
    const now = new Date();
    const ends = await this.endsOf(loaded.state, now);
    const ended = sequence(...ends)(loaded.state);
    const open = ended.reduce(withdrawalReservations.evolve, loaded.state);
    requireWithinDay(open, amountCents, limitCents, now);
    const { transferable, blocks } = await this.cashOf(accountId, caller.requestId);
    requireNotHeld('funding', blocks);
    const reserving = reserveWithdrawal(withdrawal, transferable, caller.requestId, now);
    const events = sequence(...ends, reserving)(loaded.state);
    const { state } = await this.store.appendTo(
      withdrawalReservations,
      userId,
      loaded,
      events,
      causeOf(caller),
    );
    const reservation = withdrawalOf(state, depositId);
    if (reservation === null) throw new Error(`The reservation of ${depositId} is missing`);
    return { reservation, isNew: events.some(({ type }) => type === 'WithdrawalReserved') };
  }

  /** Ends of reservations whose withdrawal has ended. The job that ends them may be late. */
  private async endsOf(reservations: WithdrawalReservations, now: Date) {
    const open = reservations.filter(({ end }) => end === null);
    const ends = await Promise.all(
      open.map(async (each) => {
        const { depositId } = each.terms;
        const end = endOf(each, await this.store.load(deposits, depositId));
        return end === null ? [] : [endReservation(depositId, end, now)];
      }),
    );
    return ends.flat();
  }

  /** @throws {Refused} 503 if the broker is unavailable */
  private async cashOf(accountId: string, correlationId: string): Promise<TransferableCash> {
    try {
      return await this.broker.getTransferableCash(accountId, correlationId);
    } catch {
      throw unavailable(
        'provider_unavailable',
        'The broker does not respond, so the request was not recorded. Send it again later',
        RETRY_AFTER_PROVIDER_S,
      );
    }
  }
}
