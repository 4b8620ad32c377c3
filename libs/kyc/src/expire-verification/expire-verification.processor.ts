import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { expireUnused } from '../verification/verification.decide.js';
import { isStarted, verifications } from '../verification/verification.state.js';
import { expireVerification } from '../jobs.js';

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
