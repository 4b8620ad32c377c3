import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#broker/broker.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { BROKER } from '#kernel/tokens.js';
import { BlockedUserClosure } from '../close-deposit/blocked-user-closure.js';
import { JournalSender } from '../credit-deposit/journal-sender.js';
import { movedCents } from '../deposit/amounts.js';
import { type RequestedDeposit, deposits } from '../deposit/deposit.state.js';
import { FundingQueue } from '../waiting-deposits/funding-queue.js';
import { sendWaiting } from '../jobs.js';

const DEPOSITS_PER_JOB_MAX = 200;

/**
 * Sends a partner's waiting deposits, the oldest first, while the account covers the next one. The
 * watch enqueues one job at a time per partner, which keeps the order. A job that an operator
 * starts can run at the same time. Two deposits may then change order, but the intent record of
 * each deposit ensures that it is sent once.
 */
@Injectable()
export class SendWaitingProcessor implements Processor {
  readonly job = sendWaiting;

  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
    private readonly sender: JournalSender,
    private readonly queue: FundingQueue,
    private readonly blockedUsers: BlockedUserClosure,
  ) {}

  async process(data: JobData): Promise<void> {
    const cause = workerCause(data.id, data);
    const waiting = await this.queue.first(data.id, DEPOSITS_PER_JOB_MAX);
    // First close the deposits that must not be sent, so that they do not block the others.
    for (const { depositId } of waiting) await this.loadWaiting(depositId, cause);
    const { transferable } = await this.broker.getFirmBalance(data.correlationId);
    let leftCents: bigint = transferable;
    for (const { depositId } of waiting) {
      const deposit = await this.loadWaiting(depositId, cause);
      if (deposit === null) continue;
      leftCents -= movedCents(deposit);
      if (leftCents < 0n) return;
      await this.sender.send(deposit, cause);
      const after = await this.store.load(deposits, depositId);
      if (after.status !== 'absent' && after.waiting) return;
    }
  }

  /**
   * Returns null if the deposit no longer waits, because the read model of the queue may be behind.
   */
  private async loadWaiting(depositId: string, cause: Cause): Promise<RequestedDeposit | null> {
    const deposit = await this.store.load(deposits, depositId);
    if (deposit.status === 'absent' || !deposit.waiting) return null;
    return (await this.blockedUsers.close(deposit, cause)) ? null : deposit;
  }
}
