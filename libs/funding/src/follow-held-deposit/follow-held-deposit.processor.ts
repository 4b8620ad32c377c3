import { Injectable } from '@nestjs/common';
import type { Worked } from '#platform/jobs/effect.js';
import type { JobData } from '#platform/jobs/queues.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { CreditDepositProcessor } from '../credit-deposit/credit-deposit.processor.js';
import { followHeldDeposit, overdueDeposit } from './follow-held-deposit.job.js';

/** What is left to do for a held deposit is what is left for any: to read how its journal stands. */
@Injectable()
export class FollowHeldDepositProcessor implements Processor {
  readonly job = followHeldDeposit;

  constructor(private readonly credit: CreditDepositProcessor) {}

  process(data: JobData): Promise<Worked> {
    return this.credit.process(data);
  }
}

@Injectable()
export class OverdueDepositProcessor implements Processor {
  readonly job = overdueDeposit;

  constructor(private readonly credit: CreditDepositProcessor) {}

  process(data: JobData): Promise<Worked> {
    return this.credit.process(data);
  }
}
