import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#platform/broker/broker.js';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import { type Effect, performEffect } from '#platform/jobs/effect.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { BROKER } from '#platform/platform.module.js';
import {
  type JournalOutcome,
  isToBeSent,
  recordJournal,
  startDeposit,
} from '../deposit/deposit.decide.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import {
  type Deposit,
  type RequestedDeposit,
  deposits,
  netCents,
} from '../deposit/deposit.state.js';
import { creditDeposit } from './credit-deposit.job.js';

/** Sends the journal once; once the broker has it, reads how it stands, also after completion. */
@Injectable()
export class CreditDepositProcessor implements Processor {
  readonly job = creditDeposit;

  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
  ) {}

  async process(data: JobData): Promise<void> {
    const deposit = await this.store.load(deposits, data.id);
    if (deposit.status === 'absent') return;
    const cause = workerCause(deposit.partnerId, data);
    const { journalId } = deposit;
    if (isToBeSent(deposit)) return performEffect(this.store, this.effect(deposit, cause), cause);
    if (journalId === null) return;
    const journal = await this.broker.getJournal(journalId, data.correlationId);
    const decision = recordJournal({ kind: 'journal', journal }, new Date());
    await this.store.transact(deposits, data.id, decision, cause);
  }

  private effect(
    deposit: RequestedDeposit,
    { correlationId }: Cause,
  ): Effect<Deposit, DepositEvent, JournalOutcome> {
    const { depositId: journalKey, accountId } = deposit;
    return {
      stream: deposits,
      id: journalKey,
      progress: (state) =>
        isToBeSent(state) ? { status: 'open', startedAt: state.startedAt } : { status: 'settled' },
      start: startDeposit,
      lookUp: async () => {
        const journal = await this.broker.findJournal({ journalKey, accountId }, correlationId);
        return journal === null ? null : { kind: 'journal', journal };
      },
      send: async () => {
        const amount = netCents(deposit);
        const sent = await this.broker.createJournal(
          { journalKey, accountId, amount },
          correlationId,
        );
        if (sent.kind === 'exists') return null;
        return sent.kind === 'accepted' ? { kind: 'journal', journal: sent.value } : sent;
      },
      record: recordJournal,
    };
  }
}
