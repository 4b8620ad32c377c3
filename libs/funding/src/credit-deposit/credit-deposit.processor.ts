import { Inject, Injectable } from '@nestjs/common';
import { type Broker, OutcomeUnknown } from '#platform/broker/broker.js';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { BROKER } from '#platform/platform.module.js';
import { readJournals } from '../adjust-deposit/read-journals.js';
import { UNDONE, isAsAsked } from '../deposit/adjustment.decide.js';
import { delayDeposit, isToBeSent, recordJournal } from '../deposit/deposit.decide.js';
import { type RequestedDeposit, deposits } from '../deposit/deposit.state.js';
import { WithdrawDeposit } from '../close-deposit/withdraw-deposit.js';
import { WaitingLine } from '../waiting-deposits/waiting-line.js';
import { creditDeposit } from './credit-deposit.job.js';
import { JournalSender } from './journal-sender.js';

/** Sends the journal once; once the broker has it, reads how it stands, also after an end. */
@Injectable()
export class CreditDepositProcessor implements Processor {
  readonly job = creditDeposit;

  constructor(
    readonly store: EventStore,
    @Inject(BROKER) readonly broker: Broker,
    private readonly sender: JournalSender,
    private readonly line: WaitingLine,
    private readonly withdraw: WithdrawDeposit,
  ) {}

  async process(data: JobData): Promise<void> {
    const deposit = await this.store.load(deposits, data.id);
    if (deposit.status === 'absent') return;
    const cause = workerCause(deposit.partnerId, data);
    const { journalId, status } = deposit;
    if (isToBeSent(deposit)) return this.sendInTurn(deposit, cause);
    if (status === 'reversed' || (journalId === null && status !== 'failed')) return;
    const journal =
      journalId === null ? null : await this.broker.getJournal(journalId, data.correlationId);
    if (journal === null || UNDONE.includes(journal.status)) {
      // A failed deposit may have a journal that nobody told us of, an undone or unknown one may have others.
      const { events } = await readJournals(this, deposit, cause);
      if (journal !== null || journalId === null || events.length > 0) return;
      throw new OutcomeUnknown(
        `the broker has no journal ${journalId}, nor another for the deposit`,
      );
    }
    if (!isAsAsked(deposit, journal)) await readJournals(this, deposit, cause);
    const decision = recordJournal({ kind: 'journal', journal }, new Date());
    await this.store.transact(deposits, data.id, decision, cause);
  }

  /** While earlier deposits of the partner wait for the pre-funded account, a new one joins them. */
  private async sendInTurn(deposit: RequestedDeposit, cause: Cause): Promise<void> {
    const { depositId, partnerId, startedAt, waiting } = deposit;
    if (waiting || (await this.withdraw.ifUserClosed(deposit, cause))) return;
    if (startedAt === null && (await this.line.isOpen(partnerId)))
      await this.store.transact(deposits, depositId, delayDeposit(new Date()), cause);
    else await this.sender.send(deposit, cause);
  }
}
