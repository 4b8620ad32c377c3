import { Inject, Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { IdentityProvider } from '#identity/identity-provider.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { IDENTITY_PROVIDER } from '#kernel/tokens.js';
import { isUndecided, recordFinding } from '../verification/check.decide.js';
import { verifications } from '../verification/verification.state.js';
import { checkVerification } from '../jobs.js';

/** Reads the result at the provider; a notification only triggers the read. */
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
    // The provider never decides an upload without a rule for its type, so an operator decides it.
    const reviewRequired = result.reviewRequired || (checkAccepted && !result.checked);
    const decision = recordFinding({ ...result, reviewRequired }, new Date());
    await this.store.transact(verifications, data.id, decision, workerCause(partnerId, data));
  }
}
