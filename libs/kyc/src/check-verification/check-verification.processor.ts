import { Inject, Injectable } from '@nestjs/common';
import { EventStore } from '#platform/event-store/event-store.js';
import type { IdentityProvider } from '#platform/identity/identity-provider.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { IDENTITY_PROVIDER } from '#platform/platform.module.js';
import { isUndecided, recordFinding } from '../verification/check.decide.js';
import { verifications } from '../verification/verification.state.js';
import { checkVerification } from './check-verification.job.js';

/** The provider's word is the truth, its notification only a hint. */
@Injectable()
export class CheckVerificationProcessor implements Processor {
  readonly job = checkVerification;

  constructor(
    private readonly store: EventStore,
    @Inject(IDENTITY_PROVIDER) private readonly provider: IdentityProvider,
  ) {}

  async process(data: JobData): Promise<void> {
    const verification = await this.store.load(verifications, data.id);
    if (!isUndecided(verification)) return;
    const { partnerId, providerRef, checkAccepted } = verification;
    const result = await this.provider.fetchResult(providerRef, verification, data.correlationId);
    // What it took, and knows nothing of, it will never decide: its rules are missing, or data.
    const reviewRequired = result.reviewRequired || (checkAccepted && !result.checked);
    const decision = recordFinding({ ...result, reviewRequired }, new Date());
    await this.store.transact(verifications, data.id, decision, workerCause(partnerId, data));
  }
}
