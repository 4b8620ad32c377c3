import { Inject, Injectable } from '@nestjs/common';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import { type IdentityProvider, IdentityUnavailable } from '#identity/identity-provider.js';
import { NeedsOperator } from '#kernel/jobs/needs-operator.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { JobData } from '#jobs/queues.js';
import type { Processor } from '#jobs/worker-host.js';
import { IDENTITY_PROVIDER } from '#kernel/tokens.js';
import {
  type RegisteredUser,
  type User,
  isRegistered,
  personOf,
  userStates,
  users,
} from '#users/user/user.state.js';
import { identityRejected, identityVerified } from '#users/user/verification-result.decide.js';
import { recordOwner } from '#users/user/record-owner.js';
import { reportWatchListHit } from '#users/user/watch-list.decide.js';
import {
  endForClosedUser,
  endWatch,
  recordFinding,
  recordRecheck,
} from '../onboarding/onboarding.decide.js';
import { type Onboarding, isUnknown, onboardings } from '../onboarding/onboarding.state.js';
import { isSamePerson, encryptedProfile } from '../trader-profile/encrypted-profile.js';
import {
  createTraderProfile,
  replaceTraderProfile,
} from '../trader-profile/trader-profile.decide.js';
import {
  type NewProfile,
  personIn,
  traderProfiles,
} from '../trader-profile/trader-profile.state.js';
import { checkOnboarding } from '../jobs.js';
import { errorsOfPerson } from './person-errors.js';
import { PERSON_FIELDS, traderDetails } from './person.js';

type Finding = ReturnType<typeof recordFinding>;

/**
 * Reads the result at the provider; a notification only triggers the read. After a pass the
 * processor records user, profile and finding in this order, so a crash in between is repaired by
 * the next run. The user's stream decides between a pass and an operator: the result of a suspended
 * user waits, and a closed user gets no profile and is read for the last time.
 */
@Injectable()
export class CheckOnboardingProcessor implements Processor {
  readonly job = checkOnboarding;

  constructor(
    private readonly store: EventStore,
    @Inject(IDENTITY_PROVIDER) private readonly provider: IdentityProvider,
    private readonly secrets: SecretCipher,
  ) {}

  async process(data: JobData): Promise<void> {
    const { id: userId, correlationId } = data;
    const onboarding = await this.store.load(onboardings, userId);
    if (isUnknown(onboarding)) return;
    const cause = workerCause(onboarding.partnerId, data);
    if (onboarding.status === 'passed') return this.recheck(onboarding, cause);
    const isClosed = (await this.store.load(userStates, userId)).status === 'closed';
    try {
      const { providerRef } = onboarding;
      const ref = providerRef ?? (await this.provider.resolveUser(userId, correlationId));
      const finding = await this.find(onboarding, ref, cause);
      await this.store.transact(onboardings, userId, finding, cause);
    } catch (error) {
      if (!isClosed || !isForOperators(error)) throw error;
    }
    if (isClosed)
      await this.store.transact(onboardings, userId, endForClosedUser(new Date()), cause);
  }

  /**
   * Reads the result that the provider reported after a pass. The pass stays, and a different result
   * becomes a watch-list hit. Skips the read for a closed user.
   */
  private async recheck(
    { userId, providerRef, recheckAwaited, messageIds }: Onboarding,
    cause: Cause,
  ): Promise<void> {
    if (!recheckAwaited || providerRef === null) return;
    const user = await this.store.load(userStates, userId);
    const finding =
      user.status === 'closed' ? 'waiting' : await this.resultOf(providerRef, userId, cause);
    const now = new Date();
    if (finding === 'failed' || finding === 'in_review') {
      const report = { messageId: messageIds.at(-1) ?? '', kind: `onboarding ${finding}` };
      await this.store.transact(users, userId, reportWatchListHit(report, now), cause);
    }
    await this.store.transact(onboardings, userId, recordRecheck(finding, providerRef, now), cause);
  }

  private async resultOf(ref: string, userId: string, { correlationId }: Cause) {
    const of = { userId, verificationId: null };
    const { status, reviewRequired } = await this.provider.fetchResult(ref, of, correlationId);
    return reviewRequired ? 'in_review' : status;
  }

  /**
   * Reads the provider's current result and appends the events of user and profile. The caller
   * records the returned finding last.
   */
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
    if (decidedBefore === 'passed' && (await this.isUnchanged(userId, profile)))
      return endWatch(now);
    // A person who failed may try again as a user of another partner, under the same record.
    const owner = await recordOwner(this.store, ref, userId, cause);
    if (owner !== userId) throw new NeedsOperator(sharedRecord(owner));
    const verified = identityVerified(provenance(onboarding, now), now);
    const { state: user } = await this.store.transact(users, userId, verified, cause);
    if (user.status === 'suspended') return waitForReinstatement;
    if (user.status !== 'closed' && profile !== null) {
      const decision = (reopened ? replaceTraderProfile : createTraderProfile)(profile, now);
      await this.store.transact(traderProfiles, userId, decision, cause);
    }
    return recordFinding('passed', ref, now);
  }

  /**
   * Returns whether the person equals the profile that the broker refused. An equal person means
   * that the user has not completed the new session yet.
   */
  private async isUnchanged(userId: string, profile: NewProfile | null): Promise<boolean> {
    const refused = await this.store.load(traderProfiles, userId);
    if (profile === null || refused?.account.kind !== 'refused') return false;
    const before = personIn(refused);
    return before === null || isSamePerson(before, profile, this.secrets);
  }

  /**
   * Returns the profile from the provider's data about the person.
   * @throws {NeedsOperator} if a value cannot be true
   */
  private async profileOf(user: RegisteredUser, ref: string, cause: Cause): Promise<NewProfile> {
    const { userId, partnerId } = user;
    const known = personOf(user);
    if (known === null) throw new Error('Onboarding passed for a user who was erased');
    const person = await this.provider.fetchPerson(ref, PERSON_FIELDS, cause.correlationId);
    const reported = traderDetails(person, known);
    const errors = errorsOfPerson(reported, new Date());
    if (errors.length > 0) throw new NeedsOperator(invalidPerson(errors));
    const { taxId, ...details } = reported;
    return encryptedProfile({ ...details, userId, partnerId }, taxId, this.secrets);
  }
}

const isForOperators = (error: unknown): boolean =>
  error instanceof IdentityUnavailable || error instanceof NeedsOperator;

const sharedRecord = (owner: string): string =>
  `User ${owner} passed with the same record of the provider, so the result is not used. Ask the provider whose record it is. If it is not that user’s, close that user, then retry this`;

/** Names the fields only: values are personal, and errors of jobs outlive an erasure. */
const invalidPerson = (fields: readonly string[]): string =>
  `The provider’s data cannot be true (${fields.join(', ')}), so there is no profile. Have it corrected at the provider, then retry this`;

const waitForReinstatement: Finding = () => [];

const requireRegistered = (user: User): RegisteredUser => {
  if (!isRegistered(user)) throw new Error('Onboarding passed for an unknown user');
  return user;
};

/** The end of the session distinguishes the sessions of a user. */
const provenance = ({ expiresAt }: Onboarding, decidedAt: Date) =>
  ({ by: 'onboarding', sourceId: `session-until:${expiresAt ?? ''}`, decidedAt }) as const;
