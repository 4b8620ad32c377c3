import { Injectable } from '@nestjs/common';
import type { Worked } from '#kernel/jobs/effect.js';
import type { JobData } from '#jobs/queues.js';
import type { Processor } from '#jobs/worker-host.js';
import { CreditDepositProcessor } from '../credit-deposit/credit-deposit.processor.js';
import { followHeldDeposit, overdueDeposit } from '../jobs.js';

/** Reads the journal of a held deposit, as for any other deposit. */
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
