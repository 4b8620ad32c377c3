import { Inject, Injectable } from '@nestjs/common';
import { SecretBox } from '#platform/core/secret-box.js';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import {
  type IdentityProvider,
  IdentityUnavailable,
} from '#platform/identity/identity-provider.js';
import { NeedsOperator } from '#platform/jobs/needs-operator.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { JobData } from '#platform/jobs/queues.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { IDENTITY_PROVIDER } from '#platform/platform.module.js';
import {
  type RegisteredUser,
  type User,
  identityRejected,
  identityVerified,
  isRegistered,
  personOf,
  recordOwner,
  userStandings,
  users,
} from '#users';
import { endForGood, endWatch, recordFinding } from '../onboarding/onboarding.decide.js';
import { type Onboarding, isUnknown, onboardings } from '../onboarding/onboarding.state.js';
import { isSamePerson, sealedProfile } from '../trader-profile/sealed-profile.js';
import {
  createTraderProfile,
  replaceTraderProfile,
} from '../trader-profile/trader-profile.decide.js';
import {
  type NewProfile,
  personIn,
  traderProfiles,
} from '../trader-profile/trader-profile.state.js';
import { checkOnboarding } from './check-onboarding.job.js';
import { faultsOf } from './person-faults.js';
import { PERSON_FIELDS, traderDetails } from './person.js';

type Finding = ReturnType<typeof recordFinding>;

/**
 * The provider's word is the truth, its notification only a hint. On a pass: user, profile, then
 * the finding last, so that a crash in between is looked at again. The user's stream decides
 * between a pass and an operator: whoever is suspended waits, whoever is closed gets no profile, and
 * is asked about for the last time.
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
    if (isUnknown(onboarding) || onboarding.status === 'passed') return;
    const cause = workerCause(onboarding.partnerId, data);
    const isClosed = (await this.store.load(userStandings, userId)).status === 'closed';
    try {
      const { providerRef } = onboarding;
      const ref = providerRef ?? (await this.provider.resolveUser(userId, correlationId));
      const finding = await this.find(onboarding, ref, cause);
      await this.store.transact(onboardings, userId, finding, cause);
    } catch (error) {
      if (!isClosed || !isForPeople(error)) throw error;
    }
    if (isClosed) await this.store.transact(onboardings, userId, endForGood(new Date()), cause);
  }

  /** What the provider says now, after everything that follows from it. */
  private async find(onboarding: Onboarding, ref: string, cause: Cause): Promise<Finding> {
    const of = { userId: onboarding.userId, verificationId: null };
    const result = await this.provider.fetchResult(ref, of, cause.correlationId);
    switch (result.status) {
      case 'passed':
        return this.pass(onboarding, ref, cause);
      case 'failed':
        return onboarding.decidedBefore === 'failed'
          ? endWatch(new Date())
          : this.fail(onboarding, ref, cause);
      case 'waiting':
        return result.reviewRequired
          ? recordFinding('in_review', ref, new Date())
          : endWatch(new Date());
    }
  }

  private async fail(onboarding: Onboarding, ref: string, cause: Cause): Promise<Finding> {
    const now = new Date();
    const decision = identityRejected(provenance(onboarding, now), now);
    await this.store.transact(users, onboarding.userId, decision, cause);
    return recordFinding('failed', ref, now);
  }

  private async pass(onboarding: Onboarding, ref: string, cause: Cause): Promise<Finding> {
    const { userId, decidedBefore, reopened } = onboarding;
    const now = new Date();
    const known = requireRegistered(await this.store.load(users, userId));
    const profile = known.status === 'closed' ? null : await this.profileOf(known, ref, cause);
    if (decidedBefore === 'passed' && (await this.isNothingNew(userId, profile)))
      return endWatch(now);
    // Who failed may try again with another partner, and by the same record.
    const owner = await recordOwner(this.store, ref, userId, cause);
    if (owner !== userId) throw new NeedsOperator(recordOf(owner));
    const verified = identityVerified(provenance(onboarding, now), now);
    const { state: user } = await this.store.transact(users, userId, verified, cause);
    if (user.status === 'suspended') return waitForReinstatement;
    if (user.status !== 'closed' && profile !== null) {
      const decision = (reopened ? replaceTraderProfile : createTraderProfile)(profile, now);
      await this.store.transact(traderProfiles, userId, decision, cause);
    }
    return recordFinding('passed', ref, now);
  }

  /** The user has not been through the new session yet, when nothing about them has changed. */
  private async isNothingNew(userId: string, profile: NewProfile | null): Promise<boolean> {
    const refused = await this.store.load(traderProfiles, userId);
    if (profile === null || refused?.account.kind !== 'refused') return false;
    const before = personIn(refused);
    return before === null || isSamePerson(before, profile, this.secrets);
  }

  /** @throws {NeedsOperator} nobody can be as the provider says */
  private async profileOf(user: RegisteredUser, ref: string, cause: Cause): Promise<NewProfile> {
    const { userId, partnerId } = user;
    const known = personOf(user);
    if (known === null) throw new Error('Onboarding passed for a user who was erased');
    const person = await this.provider.fetchPerson(ref, PERSON_FIELDS, cause.correlationId);
    const told = traderDetails(person, known);
    const faults = faultsOf(told, new Date());
    if (faults.length > 0) throw new NeedsOperator(notBelieved(faults));
    const { taxId, ...details } = told;
    return sealedProfile({ ...details, userId, partnerId }, taxId, this.secrets);
  }
}

const isForPeople = (error: unknown): boolean =>
  error instanceof IdentityUnavailable || error instanceof NeedsOperator;

const recordOf = (owner: string): string =>
  `The provider passed user ${owner} by the same record, so nothing of it is believed: have the provider say whose it is; close that user if it is not theirs, then retry this`;

/** Values are personal, and failures are kept. */
const notBelieved = (fields: readonly string[]): string =>
  `The provider’s data cannot be true (${fields.join(', ')}), so there is no profile: have it corrected at the provider, then retry this`;

const waitForReinstatement: Finding = () => [];

const requireRegistered = (user: User): RegisteredUser => {
  if (!isRegistered(user)) throw new Error('Onboarding passed for an unknown user');
  return user;
};

/** The session's end tells one session of a user from the next. */
const provenance = ({ expiresAt }: Onboarding, decidedAt: Date) =>
  ({ by: 'onboarding', sourceId: `session-until:${expiresAt ?? ''}`, decidedAt }) as const;
