import { Inject, Injectable } from '@nestjs/common';
import { type AccountApplication, type Broker } from '#broker/broker.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { claim } from '#kernel/event-store/claims.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import { type Effect, Throttled, type Worked, performEffect } from '#kernel/jobs/effect.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { BROKER } from '#kernel/tokens.js';
import { taxIdOf } from '../trader-profile/encrypted-profile.js';
import {
  type AccountOutcome,
  holdApplication,
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
import { openAccount } from '../jobs.js';
import { MINUTE_MS } from '#kernel/duration.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

/** The broker's list of accounts contains every new account after this time. */
const BROKER_LISTS_WITHIN_MS = 10 * MINUTE_MS;

const NOT_THIS_USERS =
  'the broker has an account with this e-mail address that is not this user’s. Search Users for another user with the address. If there is none, ask the broker whose account it is, or whether another address can be used';

@Injectable()
export class OpenAccountProcessor implements Processor {
  readonly job = openAccount;

  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
    private readonly secrets: SecretCipher,
  ) {}

  async process(data: JobData): Promise<Worked> {
    const profile = await this.store.load(traderProfiles, data.id);
    const person = profile === null ? null : personIn(profile);
    if (person === null) return;
    const cause = workerCause(person.partnerId, data);
    const application = accountApplication(person, taxIdOf(person, this.secrets));
    if (person.startedAt === null) {
      const errors = this.broker.applicationErrors(application);
      if (errors.length > 0) {
        const hold = holdApplication(errors, new Date());
        await this.store.transact(traderProfiles, person.userId, hold, cause);
        return;
      }
    }
    return performEffect(this.store, this.effect(person.userId, application, cause), cause);
  }

  private effect(
    userId: string,
    application: AccountApplication,
    cause: Cause,
  ): Effect<TraderProfile | null, TraderProfileEvent, AccountOutcome> {
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
            // The request is for a new account. The lookup finds out which account the broker has.
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
            return (await lookUp()) ?? outcomeOfTakenEmail(state, sent.reason);
          case 'unclear': {
            const refused: AccountOutcome = { kind: 'refused', reason: sent.reason };
            return OutcomeUnknown.rejection(sent.reason, state?.attempts ?? 0, refused);
          }
        }
      },
      record: recordAccount,
    };
  }

  /** Claims the broker's account id for the user, so that broker events find the user. */
  private async owned(
    outcome: Extract<AccountOutcome, { kind: 'opened' }>,
    userId: string,
    cause: Cause,
  ): Promise<AccountOutcome> {
    const id = accountClaim(outcome.account.id);
    const owner = await claim(this.store, id, userId, new Date(), cause);
    if (owner === userId) return outcome;
    const reason = `its account ${outcome.account.id} with this e-mail address belongs to user ${owner}`;
    return { kind: 'refused', reason, emailTaken: true };
  }
}

/**
 * Returns the outcome when the broker has an account with the e-mail but does not list it under the
 * application. After a first send the account belongs to another person. After a later send it may
 * come from an earlier send whose response was lost: returns null until the list is complete.
 */
const outcomeOfTakenEmail = (state: TraderProfile | null, said: string): AccountOutcome | null => {
  const isFirst = state?.attempts === 0;
  const isListed = Date.now() - Date.parse(state?.appliedAt ?? '') > BROKER_LISTS_WITHIN_MS;
  const reason = `${said}; ${NOT_THIS_USERS}`;
  return isFirst || isListed ? { kind: 'refused', reason, emailTaken: true } : null;
};
