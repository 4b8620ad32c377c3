import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import {
  reasonForRelease,
  releaseDeposit,
  restoreDeposit,
} from '../daily-funding/daily-funding.decide.js';
import {
  dailyFunding,
  dailyFundingId,
  parseReservationId,
  reservationOf,
} from '../daily-funding/daily-funding.state.js';
import { createDeposit } from '../deposit/deposit.decide.js';
import { deposits } from '../deposit/deposit.state.js';
import { settleReservation } from '../jobs.js';

/**
 * Creates the deposit of a reservation, or releases the reservation. The result is independent of
 * the clock.
 */
@Injectable()
export class SettleReservationProcessor implements Processor {
  readonly job = settleReservation;

  constructor(private readonly store: EventStore) {}

  async process(data: JobData): Promise<void> {
    const about = parseReservationId(data.id);
    const { depositId } = about;
    const dayId = dailyFundingId(about.userId, about.day);
    const day = await this.store.load(dailyFunding, dayId);
    const reservation = reservationOf(day, depositId);
    if (reservation === null) return;
    const { terms, at, requestId } = reservation;
    const cause = workerCause(terms.partnerId, { ...data, correlationId: requestId });
    const { state: deposit } = await this.store.transact(
      deposits,
      depositId,
      createDeposit(terms, at),
      cause,
    );
    const reason = reasonForRelease(deposit, about);
    const append = (decision: ReturnType<typeof restoreDeposit>) =>
      this.store.transact(dailyFunding, dayId, decision, cause);
    if (reason !== null) await append(releaseDeposit(depositId, reason, new Date()));
    // A failed deposit may have been completed and restored before this release.
    const isCounted = reasonForRelease(await this.store.load(deposits, depositId), about) === null;
    if (isCounted) await append(restoreDeposit(depositId, new Date()));
  }
}
