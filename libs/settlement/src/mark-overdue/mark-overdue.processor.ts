import { Injectable } from '@nestjs/common';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { LedgerStore } from '../ledger/ledger-store.js';
import { markOverdue as decideOverdue } from '../ledger/period.decide.js';
import { parsePeriodJobId } from '../ledger/period-job-id.js';
import { markOverdue } from '../jobs.js';

@Injectable()
export class MarkOverdueProcessor implements Processor {
  readonly job = markOverdue;

  constructor(private readonly ledgers: LedgerStore) {}

  async process(data: JobData): Promise<void> {
    const { partnerId, number } = parsePeriodJobId(data.id);
    const decision = decideOverdue(number, new Date());
    await this.ledgers.transact(partnerId, decision, workerCause(partnerId, data));
  }
}
