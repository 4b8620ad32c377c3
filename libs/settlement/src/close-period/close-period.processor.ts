import { Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { parkedEvents } from '#platform/read-models/parked.js';
import { ReadModels } from '#platform/read-models/read-models.js';
import { BookStore } from '../book/book-store.js';
import { type Totals, closePeriod as decideToClose } from '../book/period.decide.js';
import { parsePeriodJobId } from '../book/period-job-id.js';
import { linesOf } from '../settlement-periods/names.js';
import { settlementPeriods } from '../settlement-periods/settlement-periods.projection.js';
import { isCutOff } from '../settlement-periods/settlement.view.js';
import { totalsOf } from '../settlement-periods/totals.js';
import { closePeriod } from './close-period.job.js';

/** The read model has not come to the cut-off, or could not take in all before it. */
export class NotFrozen extends Error {
  override readonly name = 'NotFrozen';
}

/** Fixes the totals of what was cut off, oldest first: a later period takes the credit left over. */
@Injectable()
export class ClosePeriodProcessor implements Processor {
  readonly job = closePeriod;

  constructor(
    private readonly books: BookStore,
    private readonly models: ReadModels,
    private readonly redis: Redis,
  ) {}

  async process(data: JobData): Promise<void> {
    const { partnerId, number } = parsePeriodJobId(data.id);
    const { state } = await this.books.load(partnerId);
    for (const period of state.closing) {
      if (period.number > number) return;
      const totals = await this.frozenTotals(partnerId, period.periodId);
      const decision = decideToClose(period.number, totals, new Date());
      await this.books.transact(partnerId, decision, workerCause(partnerId, data));
    }
  }

  private async frozenTotals(partnerId: string, periodId: string): Promise<Totals> {
    const parked = await parkedEvents(this.redis, settlementPeriods.name);
    if (parked.some((event) => event.partnerId === partnerId))
      throw new NotFrozen(`${periodId}: events of its partner could not be counted`);
    const docs = [periodId, linesOf(periodId)];
    const read = await this.models.documents(partnerId, settlementPeriods.name, docs);
    const [period, sums] = read.status === 'ready' ? read.value : [];
    if (!period || !sums || !isCutOff(period))
      throw new NotFrozen(`${periodId}: its cut-off has not been counted yet`);
    return totalsOf(period, sums);
  }
}
