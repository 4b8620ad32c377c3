import { Inject, Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { IdentityProvider, IdentityResult } from '#identity/identity-provider.js';
import { type Effect, type Worked, performEffect } from '#kernel/jobs/effect.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { IDENTITY_PROVIDER } from '#kernel/tokens.js';
import { acceptCheck, isToBeChecked, startCheck } from '../verification/check.decide.js';
import type { VerificationEvent } from '../verification/verification.events.js';
import {
  type StartedVerification,
  type Verification,
  verifications,
} from '../verification/verification.state.js';
import { submitVerification } from '../jobs.js';

/** Requests the check of the documents from the provider, once. */
@Injectable()
export class SubmitVerificationProcessor implements Processor {
  readonly job = submitVerification;

  constructor(
    private readonly store: EventStore,
    @Inject(IDENTITY_PROVIDER) private readonly provider: IdentityProvider,
  ) {}

  async process(data: JobData): Promise<Worked> {
    const verification = await this.store.load(verifications, data.id);
    if (!isToBeChecked(verification)) return;
    const cause = workerCause(verification.partnerId, data);
    const effect = this.effect(data, verification);
    return performEffect(this.store, effect, cause);
  }

  private effect(
    { id, correlationId }: JobData,
    verification: StartedVerification & { readonly providerRef: string },
  ): Effect<Verification, VerificationEvent, IdentityResult> {
    const { providerRef: ref } = verification;
    return {
      stream: verifications,
      id,
      progress: (state) =>
        isToBeChecked(state)
          ? { status: 'open', startedAt: state.startedAt }
          : { status: 'settled' },
      requireReady: () => this.provider.requireReady(),
      start: startCheck,
      lookUp: async () => {
        const result = await this.provider.fetchResult(ref, verification, correlationId);
        return result.checked ? result : null;
      },
      send: () => this.provider.startCheck(ref, correlationId),
      record: acceptCheck,
    };
  }
}
