import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#broker/broker.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { BROKER } from '#kernel/tokens.js';
import { restoreDeposit } from '../daily-funding/daily-funding.decide.js';
import { dailyFunding, dailyFundingId } from '../daily-funding/daily-funding.state.js';
import { type RequestedDeposit, depositDay, isRequested } from '../deposit/deposit.state.js';
import { adjustDeposit } from '../jobs.js';
import { endReservation } from '../withdrawal-reservations/withdrawal-reservations.decide.js';
import { withdrawalReservations } from '../withdrawal-reservations/withdrawal-reservations.state.js';
import { findDeposit } from './find-deposit.js';
import { readJournals } from './read-journals.js';

@Injectable()
export class AdjustDepositProcessor implements Processor {
  readonly job = adjustDeposit;

  constructor(
    readonly store: EventStore,
    @Inject(BROKER) readonly broker: Broker,
  ) {}

  async process(data: JobData): Promise<void> {
    const deposit = await findDeposit(this, data.id, data.correlationId);
    if (deposit === null) return;
    const cause = workerCause(deposit.partnerId, data);
    const { state } = await readJournals(this, deposit, cause);
    if (!isRequested(state) || !state.isToBeReviewed) return;
    // The job that counts at once may be lost. This job is retried until the review.
    await this.count(deposit, cause);
  }

  /** Counts the transaction again on its day's limit. */
  private async count(
    { direction, depositId, userId, requestedAt }: RequestedDeposit,
    cause: Cause,
  ): Promise<void> {
    const now = new Date();
    if (direction === 'WITHDRAWAL') {
      const executed = endReservation(depositId, 'executed', now);
      await this.store.transact(withdrawalReservations, userId, executed, cause);
      return;
    }
    const day = dailyFundingId(userId, depositDay(requestedAt));
    await this.store.transact(dailyFunding, day, restoreDeposit(depositId, now), cause);
  }
}
