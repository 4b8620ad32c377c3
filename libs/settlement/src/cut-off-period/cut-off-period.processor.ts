import { Injectable } from '@nestjs/common';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { LedgerStore } from '../ledger/ledger-store.js';
import { cutOff } from '../ledger/period.decide.js';
import { cutOffPeriod } from '../jobs.js';

/** Ends the open period once it is due. The ledger makes repeats and late runs harmless. */
@Injectable()
export class CutOffPeriodProcessor implements Processor {
  readonly job = cutOffPeriod;

  constructor(private readonly ledgers: LedgerStore) {}

  async process(data: JobData): Promise<void> {
    const decision = cutOff('schedule', new Date());
    await this.ledgers.transact(data.id, decision, workerCause(data.id, data));
  }
}
