import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#platform/broker/broker.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { EffectUncertain } from '#platform/jobs/effect.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { BROKER } from '#platform/platform.module.js';
import { closeUnsent, mayStillArrive } from '../deposit/close-deposit.decide.js';
import { isUnanswered, recordJournal } from '../deposit/deposit.decide.js';
import { deposits } from '../deposit/deposit.state.js';
import { closeDeposit } from './close-deposit.job.js';

/**
 * Nothing was sent since the wish was recorded, and the due list waits for what was sent before it.
 * Then the broker's word counts: a journal is recorded as any other, none ends the deposit.
 */
@Injectable()
export class CloseDepositProcessor implements Processor {
  readonly job = closeDeposit;

  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
  ) {}

  async process(data: JobData): Promise<void> {
    const deposit = await this.store.load(deposits, data.id);
    if (!isUnanswered(deposit) || deposit.closing === null) return;
    const { depositId: journalKey, accountId, partnerId } = deposit;
    const wanted = { journalKey, accountId, since: null };
    const askedMs = Date.now();
    const journal = await this.broker.findJournal(wanted, data.correlationId);
    if (journal === null && mayStillArrive(deposit, askedMs))
      throw new EffectUncertain('sent shortly before, and the broker does not know of it yet');
    const now = new Date();
    const decision =
      journal === null ? closeUnsent(now) : recordJournal({ kind: 'journal', journal }, now);
    await this.store.transact(deposits, journalKey, decision, workerCause(partnerId, data));
  }
}
