import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#platform/broker/broker.js';
import { EventStore } from '#platform/event-store/event-store.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { BROKER } from '#platform/platform.module.js';
import { Rows } from '#platform/read-store/rows.js';
import { restoreDeposit } from '../daily-funding/daily-funding.decide.js';
import { dailyFunding, dailyFundingId } from '../daily-funding/daily-funding.state.js';
import { depositDay, isRequested } from '../deposit/deposit.state.js';
import { adjustDeposit } from './adjust-deposit.job.js';
import { namedDeposit } from './named-deposit.js';
import { readJournals } from './read-journals.js';

@Injectable()
export class AdjustDepositProcessor implements Processor {
  readonly job = adjustDeposit;

  constructor(
    readonly store: EventStore,
    @Inject(BROKER) readonly broker: Broker,
    readonly rows: Rows,
  ) {}

  async process(data: JobData): Promise<void> {
    const deposit = await namedDeposit(this, data.id, data.correlationId);
    if (deposit === null) return;
    const { depositId, partnerId, userId, requestedAt } = deposit;
    const cause = workerCause(partnerId, data);
    const { state } = await readJournals(this, deposit, cause);
    if (!isRequested(state) || !state.isToBeReviewed) return;
    // The job that does so at once may be lost; this one comes again until the review.
    const day = dailyFundingId(userId, depositDay(requestedAt));
    await this.store.transact(dailyFunding, day, restoreDeposit(depositId, new Date()), cause);
  }
}
