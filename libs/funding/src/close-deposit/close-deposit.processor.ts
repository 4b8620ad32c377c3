import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#broker/broker.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { BROKER } from '#kernel/tokens.js';
import { closeUnsent, mayStillArrive } from '../deposit/close-deposit.decide.js';
import { isUnanswered, recordJournal } from '../deposit/deposit.decide.js';
import { deposits } from '../deposit/deposit.state.js';
import { OUTWARD } from '../deposit/journal-sum.js';
import { closeDeposit } from '../jobs.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

/**
 * Looks up the journal after the last send has had time to arrive. Records a journal as usual.
 * Without a journal, the transaction ends.
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
    const direction = OUTWARD[deposit.direction];
    const search = { journalKey, accountId, direction, since: null };
    const askedMs = Date.now();
    const journal = await this.broker.findJournal(search, data.correlationId);
    if (journal === null && mayStillArrive(deposit, askedMs))
      throw OutcomeUnknown.waiting(
        'the journal was sent shortly before, and the broker does not have it yet',
      );
    const now = new Date();
    const decision =
      journal === null ? closeUnsent(now) : recordJournal({ kind: 'journal', journal }, now);
    await this.store.transact(deposits, journalKey, decision, workerCause(partnerId, data));
  }
}
