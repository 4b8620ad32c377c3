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
 * Reads the account and records its changes. If the account shows another e-mail address, a change to
 * `ACTIVE` is not recorded. The append expects the loaded revision, so a stale response conflicts and
 * the job reads the account again.
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
    const isOfUser = belongsTo(profile, account);
    if (isOfUser || account.status !== 'ACTIVE') {
      const events = recordAccountChange(account, new Date())(profile);
      await this.store.appendTo(traderProfiles, data.id, loaded, events, cause);
    }
    if (!isOfUser) throw new NeedsOperator(OTHER_ADDRESS);
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
 * Returns whether the account belongs to the profile. An account without an e-mail address does, and
 * so does the account of an erased user.
 */
const belongsTo = (
  { emailAddress: known }: TraderProfile,
  { emailAddress: reported = known ?? '' }: BrokerAccount,
): boolean => known === null || isSameEmail(known, reported);

/** Leaves out the addresses: they are personal, and errors of jobs outlive an erasure. */
const OTHER_ADDRESS =
  'The broker’s account shows another e-mail address than the user’s trader profile, so the account does not become active here. Ask the broker whose account it is, then retry this';
