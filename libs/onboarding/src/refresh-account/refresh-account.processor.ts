import { Inject, Injectable } from '@nestjs/common';
import type { Broker, BrokerAccount } from '#platform/broker/broker.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { NeedsOperator } from '#platform/jobs/needs-operator.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { BROKER } from '#platform/platform.module.js';
import { recordAccountChange } from '../trader-profile/trader-profile.decide.js';
import { type TraderProfile, traderProfiles } from '../trader-profile/trader-profile.state.js';
import { refreshAccount } from './refresh-account.job.js';

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
  ) {}

  async process(data: JobData): Promise<void> {
    const loaded = await this.store.loadWithRevision(traderProfiles, data.id);
    const profile = loaded.state;
    if (profile?.account.kind !== 'opened') return;
    const account = await this.broker.getAccount(profile.account.id, data.correlationId);
    const isOurs = isOf(profile, account);
    if (isOurs || account.status !== 'ACTIVE') {
      const events = recordAccountChange(account, new Date())(profile);
      const cause = workerCause(profile.partnerId, data);
      await this.store.appendTo(traderProfiles, data.id, loaded, events, cause);
    }
    if (!isOurs) throw new NeedsOperator(OTHER_ADDRESS);
  }
}

/**
 * An account that says nothing of its e-mail address is the one that was asked for by its id, and so
 * is that of a user who was erased.
 */
const isOf = (
  { emailAddress: ours }: TraderProfile,
  { emailAddress: theirs = ours ?? '' }: BrokerAccount,
): boolean => ours === null || ours.trim().toLowerCase() === theirs.trim().toLowerCase();

/** The addresses are personal, and failures are kept. */
const OTHER_ADDRESS =
  'The broker’s account shows another e-mail address than the user’s trader profile, so nothing is allowed that was not before: ask the broker whose account it is, then retry this';
