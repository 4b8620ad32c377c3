import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import {
  addressRejected,
  addressVerified,
  identityRejected,
  identityVerified,
} from '#users/user/verification-result.decide.js';
import { users } from '#users/user/user.state.js';
import { recordEffect } from '../verification/check.decide.js';
import {
  type StartedVerification,
  type VerificationDecision,
  verifications,
} from '../verification/verification.state.js';
import { concludeVerification } from '../jobs.js';

/**
 * Records the result first in the user's stream, then in the verification's. A reader of "approved"
 * therefore always finds the user verified.
 */
@Injectable()
export class ConcludeVerificationProcessor implements Processor {
  readonly job = concludeVerification;

  constructor(private readonly store: EventStore) {}

  async process(data: JobData): Promise<void> {
    const verification = await this.store.load(verifications, data.id);
    if (verification.status !== 'under_review' || verification.decision === null) return;
    const cause = workerCause(verification.partnerId, data);
    const now = new Date();
    const effect = effectOnUser(verification, verification.decision, now);
    await this.store.transact(users, verification.userId, effect, cause);
    await this.store.transact(verifications, data.id, recordEffect(now), cause);
  }
}

const effectOnUser = (
  { verificationId: sourceId, verificationType }: StartedVerification,
  { outcome, decidedAt }: VerificationDecision,
  now: Date,
) => {
  const from = { sourceId, decidedAt: new Date(decidedAt) };
  switch (verificationType) {
    case 'identity': {
      const decide = outcome === 'approved' ? identityVerified : identityRejected;
      return decide({ ...from, by: 'verification' }, now);
    }
    case 'address': {
      const decide = outcome === 'approved' ? addressVerified : addressRejected;
      return decide(from, now);
    }
  }
};
