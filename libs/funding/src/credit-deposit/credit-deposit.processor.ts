import { Inject, Injectable } from '@nestjs/common';
import { type Broker } from '#broker/broker.js';
import { type Cause, EventStore, type Loaded } from '#kernel/event-store/event-store.js';
import type { Worked } from '#kernel/jobs/effect.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { BROKER } from '#kernel/tokens.js';
import { readJournals } from '../adjust-deposit/read-journals.js';
import { OUTWARD, isAsRequested, isReversed } from '../deposit/journal-sum.js';
import { delayDeposit, isToBeSent, recordJournal } from '../deposit/deposit.decide.js';
import { type Deposit, type RequestedDeposit, deposits } from '../deposit/deposit.state.js';
import { BlockedUserClosure } from '../close-deposit/blocked-user-closure.js';
import { FundingQueue } from '../waiting-deposits/funding-queue.js';
import { creditDeposit } from '../jobs.js';
import { JournalSender } from './journal-sender.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

/** Sends the journal once. If the broker has the journal, reads its status, also after an end. */
@Injectable()
export class CreditDepositProcessor implements Processor {
  readonly job = creditDeposit;

  constructor(
    readonly store: EventStore,
    @Inject(BROKER) readonly broker: Broker,
    private readonly sender: JournalSender,
    private readonly queue: FundingQueue,
    private readonly blockedUsers: BlockedUserClosure,
  ) {}

  async process(data: JobData): Promise<Worked> {
    const loaded = this.accepted(data.id) ?? (await this.store.loadWithRevision(deposits, data.id));
    const deposit = loaded.state;
    if (deposit.status === 'absent') return;
    const cause = workerCause(deposit.partnerId, data);
    const { journalId, status } = deposit;
    if (isToBeSent(deposit)) return this.sendInTurn(deposit, cause, loaded);
    if (status === 'reversed' || (journalId === null && status !== 'failed')) return;
    if (journalId === null) {
      await readJournals(this, deposit, cause);
      return undefined;
    }
    const journal = await this.broker.getJournal(journalId, data.correlationId);
    if (journal === null) throw new OutcomeUnknown(`the broker has no journal ${journalId}`);
    if (isReversed(journal) || !isAsRequested(deposit, journal))
      await readJournals(this, deposit, cause);
    const decision = recordJournal({ kind: 'journal', journal }, new Date());
    await this.store.transact(deposits, data.id, decision, cause);
    return undefined;
  }

  /**
   * Returns the deposit from the memory of this process if its journal waits for an end. The broker
   * has the journal's status, and the append at the recalled revision fails if another process was
   * faster.
   */
  private accepted(id: string): Loaded<Deposit> | null {
    const recalled = this.store.recall(deposits, id);
    return recalled?.state.status === 'processing' && recalled.state.journalId !== null
      ? recalled
      : null;
  }

  /**
   * A deposit joins earlier deposits of the partner that wait for the pre-funded account. Only the
   * funding queue sends a queued deposit. The broker may have its journal nevertheless.
   */
  private async sendInTurn(
    deposit: RequestedDeposit,
    cause: Cause,
    loaded: Loaded<Deposit>,
  ): Promise<Worked> {
    const { depositId, direction, partnerId, startedAt } = deposit;
    if (deposit.waiting) return this.lookUp(deposit, cause);
    if (await this.blockedUsers.close(deposit, cause)) return;
    const isNext = direction === 'WITHDRAWAL' || startedAt !== null;
    if (isNext || !(await this.queue.isOpen(partnerId)))
      return this.sender.send(deposit, cause, loaded);
    await this.store.transact(deposits, depositId, delayDeposit(new Date()), cause);
    return undefined;
  }

  private async lookUp(deposit: RequestedDeposit, cause: Cause): Promise<undefined> {
    const { depositId: journalKey, accountId, requestedAt: since } = deposit;
    const search = { journalKey, accountId, direction: OUTWARD[deposit.direction], since };
    const journal = await this.broker.findJournal(search, cause.correlationId);
    if (journal === null) return;
    const decision = recordJournal({ kind: 'journal', journal }, new Date());
    await this.store.transact(deposits, journalKey, decision, cause);
  }
}
