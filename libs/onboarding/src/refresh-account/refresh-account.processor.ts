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

@Injectable()
export class RefreshAccountProcessor implements Processor {
  readonly job = refreshAccount;

  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
  ) {}

  async process(data: JobData): Promise<void> {
    const profile = await this.store.load(traderProfiles, data.id);
    if (profile?.account.kind !== 'opened') return;
    const account = await this.broker.getAccount(profile.account.id, data.correlationId);
    const decision = recordAccountChange(account, new Date());
    const cause = workerCause(profile.partnerId, data);
    await this.store.transact(traderProfiles, data.id, decision, cause);
  }
}
