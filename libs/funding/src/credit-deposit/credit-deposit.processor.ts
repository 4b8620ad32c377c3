import { Inject, Injectable } from '@nestjs/common';
import type { Broker, BrokerJournal } from '#platform/broker/broker.js';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { BROKER } from '#platform/platform.module.js';
import { delayDeposit, isToBeSent, recordJournal } from '../deposit/deposit.decide.js';
import { type RequestedDeposit, deposits } from '../deposit/deposit.state.js';
import { WaitingLine } from '../waiting-deposits/waiting-line.js';
import { creditDeposit } from './credit-deposit.job.js';
import { JournalSender } from './journal-sender.js';

/** Sends the journal once; once the broker has it, reads how it stands, also after an end. */
@Injectable()
export class CreditDepositProcessor implements Processor {
  readonly job = creditDeposit;

  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
    private readonly sender: JournalSender,
    private readonly line: WaitingLine,
  ) {}

  async process(data: JobData): Promise<void> {
    const deposit = await this.store.load(deposits, data.id);
    if (deposit.status === 'absent') return;
    const cause = workerCause(deposit.partnerId, data);
    const { journalId, status } = deposit;
    if (isToBeSent(deposit)) return this.sendInTurn(deposit, cause);
    if (status === 'reversed' || (journalId === null && status !== 'failed')) return;
    const journal = await this.journalOf(deposit, data.correlationId);
    if (journal === null) return;
    const decision = recordJournal({ kind: 'journal', journal }, new Date());
    await this.store.transact(deposits, data.id, decision, cause);
  }

  /** A failed deposit may have one that nobody told us of. */
  private journalOf(
    { depositId: journalKey, accountId, requestedAt: since, journalId }: RequestedDeposit,
    correlationId: string,
  ): Promise<BrokerJournal | null> {
    if (journalId !== null) return this.broker.getJournal(journalId, correlationId);
    return this.broker.findJournal({ journalKey, accountId, since }, correlationId);
  }

  /** While earlier deposits of the partner wait for the pre-funded account, a new one joins them. */
  private async sendInTurn(deposit: RequestedDeposit, cause: Cause): Promise<void> {
    const { depositId, partnerId, startedAt, waiting } = deposit;
    if (waiting) return;
    if (startedAt === null && (await this.line.isOpen(partnerId)))
      await this.store.transact(deposits, depositId, delayDeposit(new Date()), cause);
    else await this.sender.send(deposit, cause);
  }
}
