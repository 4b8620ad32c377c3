import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#platform/broker/broker.js';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { BROKER } from '#platform/platform.module.js';
import { WithdrawDeposit } from '../close-deposit/withdraw-deposit.js';
import { JournalSender } from '../credit-deposit/journal-sender.js';
import { netCents } from '../deposit/credited.js';
import { type RequestedDeposit, deposits } from '../deposit/deposit.state.js';
import { WaitingLine } from '../waiting-deposits/waiting-line.js';
import { sendWaiting } from './send-waiting.job.js';

const DEPOSITS_PER_JOB_MAX = 200;

/**
 * Sends a partner's waiting deposits one after the other, the oldest first, for as long as the
 * account covers the next one. The watch queues one job at a time about one partner, which keeps the
 * order. A job that an operator asks for may run beside it: then two deposits may change places, and
 * each is still sent once, by its own fence.
 */
@Injectable()
export class SendWaitingProcessor implements Processor {
  readonly job = sendWaiting;

  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
    private readonly sender: JournalSender,
    private readonly line: WaitingLine,
    private readonly withdraw: WithdrawDeposit,
  ) {}

  async process(data: JobData): Promise<void> {
    const cause = workerCause(data.id, data);
    const line = await this.line.first(data.id, DEPOSITS_PER_JOB_MAX);
    // First, as money for one that nobody may send must not keep the others waiting.
    for (const { depositId } of line) await this.loadWanted(depositId, cause);
    const { transferable } = await this.broker.getFirmBalance(data.correlationId);
    let leftCents: bigint = transferable;
    for (const { depositId } of line) {
      const deposit = await this.loadWanted(depositId, cause);
      if (deposit === null) continue;
      leftCents -= netCents(deposit);
      if (leftCents < 0n) return;
      await this.sender.send(deposit, cause);
      const after = await this.store.load(deposits, depositId);
      if (after.status !== 'absent' && after.waiting) return;
    }
  }

  /** Null when it waits no longer: the line is a read model and may trail behind what was done since. */
  private async loadWanted(depositId: string, cause: Cause): Promise<RequestedDeposit | null> {
    const deposit = await this.store.load(deposits, depositId);
    if (deposit.status === 'absent' || !deposit.waiting) return null;
    return (await this.withdraw.ifUserClosed(deposit, cause)) ? null : deposit;
  }
}
