import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#platform/broker/broker.js';
import { EventStore } from '#platform/event-store/event-store.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { BROKER } from '#platform/platform.module.js';
import { recordAccountChange } from '../trader-profile/trader-profile.decide.js';
import { traderProfiles } from '../trader-profile/trader-profile.state.js';
import { refreshAccount } from './refresh-account.job.js';

/** An answer that was overtaken by a later one meets another revision; then the broker is asked again. */
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
    const events = recordAccountChange(account, new Date())(profile);
    const cause = workerCause(profile.partnerId, data);
    await this.store.appendTo(traderProfiles, data.id, loaded, events, cause);
  }
}
