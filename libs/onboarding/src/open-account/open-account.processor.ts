import { Inject, Injectable } from '@nestjs/common';
import { type Broker, OutcomeUnknown } from '#platform/broker/broker.js';
import { SecretBox } from '#platform/core/secret-box.js';
import { BROKER_LISTS_WITHIN_MS } from '#platform/core/timing.js';
import { claim } from '#platform/event-store/claims.js';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import {
  type Effect,
  Throttled,
  Unclear,
  type Worked,
  performEffect,
} from '#platform/jobs/effect.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { BROKER } from '#platform/platform.module.js';
import { taxIdOf } from '../trader-profile/sealed-profile.js';
import {
  type AccountOutcome,
  recordAccount,
  startAccount,
  throttleAccount,
} from '../trader-profile/trader-profile.decide.js';
import type { TraderProfileEvent } from '../trader-profile/trader-profile.events.js';
import {
  type TraderProfile,
  personIn,
  traderProfiles,
} from '../trader-profile/trader-profile.state.js';
import { accountApplication } from './account-application.js';
import { accountClaim } from './account-owner.js';
import { openAccount } from './open-account.job.js';

const NOT_THIS_USERS =
  'the broker has an account with this e-mail address that is not this user’s: see among Users who else has the address, ask the broker whose the account is if nobody has, or whether another address can be used';

@Injectable()
export class OpenAccountProcessor implements Processor {
  readonly job = openAccount;

  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
    private readonly secrets: SecretBox,
  ) {}

  async process(data: JobData): Promise<Worked> {
    const profile = await this.store.load(traderProfiles, data.id);
    const person = profile === null ? null : personIn(profile);
    if (person === null) return;
    const cause = workerCause(person.partnerId, data);
    return performEffect(this.store, this.effect(person, cause), cause);
  }

  private effect(
    profile: NonNullable<ReturnType<typeof personIn>>,
    cause: Cause,
  ): Effect<TraderProfile | null, TraderProfileEvent, AccountOutcome> {
    const { userId } = profile;
    const application = accountApplication(profile, taxIdOf(profile, this.secrets));
    const lookUp = async (): Promise<AccountOutcome | null> => {
      const account = await this.broker.findAccount(application, cause.correlationId);
      return account === null ? null : this.owned({ kind: 'opened', account }, userId, cause);
    };
    return {
      stream: traderProfiles,
      id: userId,
      progress: (state) =>
        state?.account.kind === 'requested'
          ? { status: 'open', startedAt: state.startedAt }
          : { status: 'settled' },
      requireReady: () => this.broker.requireReady('account'),
      start: startAccount,
      lookUp,
      send: async (state) => {
        const sent = await this.broker.openAccount(application, cause.correlationId);
        switch (sent.kind) {
          case 'accepted': {
            const owned = await this.owned({ kind: 'opened', account: sent.value }, userId, cause);
            // What was asked for is a new one: the look-up says which it is.
            if (owned.kind === 'refused') throw new OutcomeUnknown(owned.reason);
            return owned;
          }
          case 'refused':
            return sent;
          case 'throttled':
            return new Throttled(sent.retryAfterMs, (now) =>
              throttleAccount((state?.attempts ?? 0) + 1, now),
            );
          case 'exists':
            return (await lookUp()) ?? takenOrOurs(state, sent.reason);
          case 'unclear': {
            const refused: AccountOutcome = { kind: 'refused', reason: sent.reason };
            return Unclear.refusal(sent.reason, state?.attempts ?? 0, refused);
          }
        }
      },
      record: recordAccount,
    };
  }

  /** Names the user behind the broker's account id, for the broker's events to find. */
  private async owned(
    outcome: Extract<AccountOutcome, { kind: 'opened' }>,
    userId: string,
    cause: Cause,
  ): Promise<AccountOutcome> {
    const id = accountClaim(outcome.account.id);
    const owner = await claim(this.store, id, userId, new Date(), cause);
    if (owner === userId) return outcome;
    const reason = `its account ${outcome.account.id} with this e-mail address is that of user ${owner}`;
    return { kind: 'refused', reason, emailTaken: true };
  }
}

/**
 * There is an account with this e-mail, and the broker does not list it as ours. Of a first send it
 * is somebody else's; after another it may be ours, made by a send whose answer was lost.
 */
const takenOrOurs = (state: TraderProfile | null, said: string): AccountOutcome | null => {
  const isFirst = state?.attempts === 0;
  const isListed = Date.now() - Date.parse(state?.appliedAt ?? '') > BROKER_LISTS_WITHIN_MS;
  const reason = `${said}; ${NOT_THIS_USERS}`;
  return isFirst || isListed ? { kind: 'refused', reason, emailTaken: true } : null;
};
