import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#broker/broker.js';
import type { BrokerAccount } from '#broker/broker-records.js';
import { isSameEmail } from '#kernel/email.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { claim } from '#kernel/event-store/claims.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import { NeedsOperator } from '#kernel/jobs/needs-operator.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { BROKER } from '#kernel/tokens.js';
import { accountApplication } from '../open-account/account-application.js';
import { accountClaim } from '../open-account/account-owner.js';
import { taxIdOf } from '../trader-profile/encrypted-profile.js';
import { recordAccountChange, replaceAccount } from '../trader-profile/trader-profile.decide.js';
import {
  type TraderProfile,
  personIn,
  traderProfiles,
} from '../trader-profile/trader-profile.state.js';
import { refreshAccount } from '../jobs.js';

/**
 * An account that says it is somebody else's may only take away what it allowed: that harms nobody.
 * An answer that was overtaken by a later one meets another revision; then the broker is asked
 * again.
 */
@Injectable()
export class RefreshAccountProcessor implements Processor {
  readonly job = refreshAccount;

  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
    private readonly secrets: SecretCipher,
  ) {}

  async process(data: JobData): Promise<void> {
    const loaded = await this.store.loadWithRevision(traderProfiles, data.id);
    const profile = loaded.state;
    if (profile?.account.kind !== 'opened') return;
    const cause = workerCause(profile.partnerId, data);
    const { id } = profile.account;
    const account = await this.broker
      .getAccount(id, data.correlationId)
      .catch(async (error: unknown) => {
        if (await this.isReplaced(profile, cause)) return null;
        throw error;
      });
    if (account === null) return;
    const isOurs = isOf(profile, account);
    if (isOurs || account.status !== 'ACTIVE') {
      const events = recordAccountChange(account, new Date())(profile);
      await this.store.appendTo(traderProfiles, data.id, loaded, events, cause);
    }
    if (!isOurs) throw new NeedsOperator(OTHER_ADDRESS);
  }

  /**
   * Replaces an account id that does not exist at the broker by the id that the broker lists under
   * the application.
   */
  private async isReplaced(profile: TraderProfile, cause: Cause): Promise<boolean> {
    const { userId } = profile;
    const person = personIn(profile);
    if (person === null) return false;
    const application = accountApplication(person, taxIdOf(person, this.secrets));
    const found = await this.broker.findAccount(application, cause.correlationId).catch(() => null);
    if (found === null || replaceAccount(found, new Date())(profile).length === 0) return false;
    const owner = await claim(this.store, accountClaim(found.id), userId, new Date(), cause);
    if (owner !== userId) return false;
    await this.store.transact(traderProfiles, userId, replaceAccount(found, new Date()), cause);
    return true;
  }
}

/**
 * An account that says nothing of its e-mail address is the one that was asked for by its id, and so
 * is that of a user who was erased.
 */
const isOf = (
  { emailAddress: ours }: TraderProfile,
  { emailAddress: theirs = ours ?? '' }: BrokerAccount,
): boolean => ours === null || isSameEmail(ours, theirs);

/** The addresses are personal, and failures are kept. */
const OTHER_ADDRESS =
  'The broker’s account shows another e-mail address than the user’s trader profile, so nothing is allowed that was not before: ask the broker whose account it is, then retry this';
