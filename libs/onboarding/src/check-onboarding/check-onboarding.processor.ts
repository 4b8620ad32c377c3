import { Inject, Injectable } from '@nestjs/common';
import { SecretBox } from '#platform/core/secret-box.js';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import type { IdentityProvider } from '#platform/identity/identity-provider.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { JobData } from '#platform/jobs/queues.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { IDENTITY_PROVIDER } from '#platform/platform.module.js';
import {
  type RegisteredUser,
  identityRejected,
  identityVerified,
  isRegistered,
  users,
} from '#users';
import { expireSession, recordFinding } from '../onboarding/onboarding.decide.js';
import { type Onboarding, onboardings } from '../onboarding/onboarding.state.js';
import { createTraderProfile } from '../trader-profile/trader-profile.decide.js';
import { traderProfiles } from '../trader-profile/trader-profile.state.js';
import { checkOnboarding } from './check-onboarding.job.js';
import { PERSON_FIELDS, traderDetails } from './person.js';

/**
 * The provider's word is the truth, its notification only a hint. On a pass: user, profile, then
 * the finding last, so that a crash in between is looked at again. The user's stream decides
 * between a pass and an operator: whoever is suspended waits, whoever is closed gets no profile.
 */
@Injectable()
export class CheckOnboardingProcessor implements Processor {
  readonly job = checkOnboarding;

  constructor(
    private readonly store: EventStore,
    @Inject(IDENTITY_PROVIDER) private readonly provider: IdentityProvider,
    private readonly secrets: SecretBox,
  ) {}

  async process(data: JobData): Promise<void> {
    const { id: userId, correlationId } = data;
    const onboarding = await this.store.load(onboardings, userId);
    if (onboarding.status === 'none' || onboarding.status === 'passed') return;
    const cause = workerCause(onboarding.partnerId, data);
    const ref = onboarding.providerRef ?? (await this.provider.resolveUser(userId, correlationId));
    const result = await this.provider.fetchResult(ref, correlationId);
    switch (result.status) {
      case 'passed':
        return this.pass(onboarding, ref, cause);
      case 'failed':
        return this.fail(onboarding, ref, cause);
      case 'waiting':
        return this.record(
          userId,
          result.reviewRequired
            ? recordFinding('in_review', ref, new Date())
            : expireSession(new Date()),
          cause,
        );
    }
  }

  private async fail(onboarding: Onboarding, ref: string, cause: Cause): Promise<void> {
    const { userId } = onboarding;
    const now = new Date();
    const decision = identityRejected(provenance(onboarding, now), now);
    await this.store.transact(users, userId, decision, cause);
    await this.record(userId, recordFinding('failed', ref, now), cause);
  }

  private async pass(onboarding: Onboarding, ref: string, cause: Cause): Promise<void> {
    const { userId } = onboarding;
    const now = new Date();
    const verified = identityVerified(provenance(onboarding, now), now);
    const { state: user } = await this.store.transact(users, userId, verified, cause);
    if (!isRegistered(user)) throw new Error(`Onboarding passed for an unknown user ${userId}`);
    if (user.status === 'suspended') return;
    if (user.status !== 'closed') await this.createProfile(user, ref, cause);
    await this.record(userId, recordFinding('passed', ref, now), cause);
  }

  private async createProfile(user: RegisteredUser, ref: string, cause: Cause): Promise<void> {
    const { userId, partnerId } = user;
    const person = await this.provider.fetchPerson(ref, PERSON_FIELDS, cause.correlationId);
    const { taxId, ...details } = traderDetails(person, user);
    const profile = {
      ...details,
      userId,
      partnerId,
      taxIdSealed: this.secrets.seal(taxId, `taxId:${userId}`),
      taxIdMasked: taxId.slice(-4).padStart(taxId.length, '*'),
    };
    const decision = createTraderProfile(profile, new Date());
    await this.store.transact(traderProfiles, userId, decision, cause);
  }

  private async record(
    userId: string,
    decision: ReturnType<typeof recordFinding>,
    cause: Cause,
  ): Promise<void> {
    await this.store.transact(onboardings, userId, decision, cause);
  }
}

/** The session's end tells one session of a user from the next. */
const provenance = ({ expiresAt }: Onboarding, decidedAt: Date) =>
  ({ by: 'onboarding', sourceId: `session-until:${expiresAt ?? ''}`, decidedAt }) as const;
