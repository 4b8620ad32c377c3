import { Inject, Injectable } from '@nestjs/common';
import { type Broker, OutcomeUnknown } from '#platform/broker/broker.js';
import type { BrokerJournal } from '#platform/broker/broker-records.js';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import type { Worked } from '#platform/jobs/effect.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { BROKER } from '#platform/platform.module.js';
import { Rows } from '#platform/read-store/rows.js';
import { readJournals } from '../adjust-deposit/read-journals.js';
import { UNDONE, isAsAsked } from '../deposit/deposit-journals.decide.js';
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
    readonly rows: Rows,
    private readonly sender: JournalSender,
    private readonly line: WaitingLine,
    private readonly withdraw: WithdrawDeposit,
  ) {}

  async process(data: JobData): Promise<Worked> {
    const deposit = await this.store.load(deposits, data.id);
    if (deposit.status === 'absent') return;
    const cause = workerCause(deposit.partnerId, data);
    const { journalId, status } = deposit;
    if (isToBeSent(deposit)) return this.sendInTurn(deposit, cause);
    if (status === 'reversed' || (journalId === null && status !== 'failed')) return;
    const own = await this.ownJournal(deposit, data.correlationId);
    const isNamed = own !== null && own.id === journalId;
    if (own !== null && !isNamed && (await this.isChanged(deposit, cause))) return;
    const told =
      isNamed || journalId === null
        ? own
        : await this.broker.getJournal(journalId, data.correlationId);
    if (told === null || UNDONE.includes(told.status)) {
      // A failed deposit may have a journal that nobody told us of, an undone or unknown one may have others.
      if ((await this.isChanged(deposit, cause)) || told !== null || journalId === null) return;
      const other = own === null ? 'nor another' : `but ${own.id}, which is ${own.status},`;
      throw new OutcomeUnknown(`the broker has no journal ${journalId}, ${other} for the deposit`);
    }
    if (!isAsAsked(deposit, told)) await readJournals(this, deposit, cause);
    const decision = recordJournal({ kind: 'journal', journal: told }, new Date());
    await this.store.transact(deposits, data.id, decision, cause);
    return undefined;
  }

  /** Under the key of a completed deposit: the id that was told for it may be another's. */
  private async ownJournal(
    { depositId: journalKey, accountId, status, requestedAt: since }: RequestedDeposit,
    correlationId: string,
  ): Promise<BrokerJournal | null> {
    if (status !== 'completed') return null;
    return this.broker.findJournal({ journalKey, accountId, since }, correlationId);
  }

  private async isChanged(deposit: RequestedDeposit, cause: Cause): Promise<boolean> {
    return (await readJournals(this, deposit, cause)).events.length > 0;
  }

  /**
   * While earlier deposits of the partner wait for the pre-funded account, a new one joins them. One in line
   * is sent by the line alone; news of it may be of a journal that the broker has all the same.
   */
  private async sendInTurn(deposit: RequestedDeposit, cause: Cause): Promise<Worked> {
    const { depositId, partnerId, startedAt } = deposit;
    if (deposit.waiting) return this.lookUp(deposit, cause);
    if (await this.withdraw.ifUserClosed(deposit, cause)) return;
    if (startedAt !== null || !(await this.line.isOpen(partnerId)))
      return this.sender.send(deposit, cause);
    await this.store.transact(deposits, depositId, delayDeposit(new Date()), cause);
    return undefined;
  }

  private async lookUp(deposit: RequestedDeposit, cause: Cause): Promise<undefined> {
    const { depositId: journalKey, accountId, requestedAt: since } = deposit;
    const wanted = { journalKey, accountId, since };
    const journal = await this.broker.findJournal(wanted, cause.correlationId);
    if (journal === null) return;
    const decision = recordJournal({ kind: 'journal', journal }, new Date());
    await this.store.transact(deposits, journalKey, decision, cause);
  }
}
