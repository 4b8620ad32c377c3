import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#broker/broker.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import { type Effect, Throttled, type Worked, performEffect } from '#kernel/jobs/effect.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';
import { BROKER } from '#kernel/tokens.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import {
  type ConfigurationOutcome,
  recordConfiguration,
  startConfiguration,
  throttleConfiguration,
} from '../account-configuration/account-configuration.decide.js';
import type { AccountConfigurationEvent } from '../account-configuration/account-configuration.events.js';
import {
  type AccountConfiguration,
  accountConfigurations,
} from '../account-configuration/account-configuration.state.js';
import { configureAccount } from '../jobs.js';

type Configure = Effect<
  AccountConfiguration | null,
  AccountConfigurationEvent,
  ConfigurationOutcome
>;

/** Takes margin and short sales from an account that was opened with the broker's defaults. */
@Injectable()
export class ConfigureAccountProcessor implements Processor {
  readonly job = configureAccount;

  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
  ) {}

  async process(data: JobData): Promise<Worked> {
    const state = await this.store.load(accountConfigurations, data.id);
    if (state === null) return;
    const cause = workerCause(state.partnerId, data);
    return performEffect(this.store, this.effect(state, cause), cause);
  }

  private effect({ userId, accountId }: AccountConfiguration, cause: Cause): Configure {
    const { correlationId } = cause;
    return {
      stream: accountConfigurations,
      id: userId,
      progress: (state) =>
        state?.status === 'requested'
          ? { status: 'open', startedAt: state.startedAt }
          : { status: 'settled' },
      requireReady: () => this.broker.requireReady('configuration'),
      start: startConfiguration,
      lookUp: async () =>
        (await this.broker.isConfigured(accountId, correlationId)) ? { kind: 'configured' } : null,
      send: async (state) => {
        const attempts = state?.attempts ?? 0;
        const sent = await this.broker.configureAccount(accountId, correlationId);
        switch (sent.kind) {
          case 'accepted':
            return { kind: 'configured' };
          case 'refused':
            return sent;
          case 'throttled':
            return new Throttled(sent.retryAfterMs, (now) =>
              throttleConfiguration(attempts + 1, now),
            );
          case 'exists':
            return null;
          case 'unclear': {
            const { reason } = sent;
            return OutcomeUnknown.rejection(reason, attempts, { kind: 'refused', reason });
          }
        }
      },
      record: recordConfiguration,
    };
  }
}
