import { Injectable } from '@nestjs/common';
import { EventStore } from '#platform/event-store/event-store.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { expireUnused } from '../verification/verification.decide.js';
import { isStarted, verifications } from '../verification/verification.state.js';
import { expireVerification } from './expire-verification.job.js';

@Injectable()
export class ExpireVerificationProcessor implements Processor {
  readonly job = expireVerification;

  constructor(private readonly store: EventStore) {}

  async process(data: JobData): Promise<void> {
    const verification = await this.store.load(verifications, data.id);
    if (!isStarted(verification)) return;
    const cause = workerCause(verification.partnerId, data);
    await this.store.transact(verifications, data.id, expireUnused(new Date()), cause);
  }
}
