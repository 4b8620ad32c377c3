import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#broker/broker.js';
import { type Cause, EventStore, type Loaded } from '#kernel/event-store/event-store.js';
import { type Effect, Throttled, type Worked, performEffect } from '#kernel/jobs/effect.js';
import type { Cents } from '#kernel/money.js';
import { BROKER } from '#kernel/tokens.js';
import {
  type JournalOutcome,
  isToBeSent,
  recordJournal,
  startDeposit,
  throttleDeposit,
} from '../deposit/deposit.decide.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import { movedCents } from '../deposit/amounts.js';
import { type Deposit, type RequestedDeposit, deposits } from '../deposit/deposit.state.js';
import { OUTWARD } from '../deposit/journal-sum.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

/**
 * The broker rejects the journal although the account covers it. The job is retried, and operators
 * see the error, because waiting for money would not help.
 */
class RejectedThoughCovered extends Error {
  override readonly name = 'RejectedThoughCovered';

  constructor(reason: string) {
    super(`the broker rejects the journal although the pre-funded account covers it: ${reason}`);
  }
}

/** Requests the journal of a transaction from the broker, once. */
@Injectable()
export class JournalSender {
  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
  ) {}

  /** @throws {OutcomeUnknown | RejectedThoughCovered} if the next attempt must look it up */
  async send(deposit: RequestedDeposit, cause: Cause, before?: Loaded<Deposit>): Promise<Worked> {
    return performEffect(this.store, this.effect(deposit, cause), cause, before);
  }

  private effect(
    deposit: RequestedDeposit,
    { correlationId }: Cause,
  ): Effect<Deposit, DepositEvent, JournalOutcome> {
    const { depositId: journalKey, accountId, requestedAt } = deposit;
    const between = { journalKey, accountId, direction: OUTWARD[deposit.direction] };
    const find = async (since: string | null): Promise<JournalOutcome | null> => {
      const journal = await this.broker.findJournal({ ...between, since }, correlationId);
      return journal === null ? null : { kind: 'journal', journal };
    };
    return {
      stream: deposits,
      id: journalKey,
      progress: (state) =>
        isToBeSent(state) ? { status: 'open', startedAt: state.startedAt } : { status: 'settled' },
      requireReady: () => this.broker.requireReady('journal'),
      start: startDeposit,
      lookUp: () => find(requestedAt),
      send: async (state) => {
        const { attempts, startedAt } = isToBeSent(state) ? state : deposit;
        const attempt = attempts + 1;
        const amount = movedCents(deposit);
        const sent = await this.broker.createJournal({ ...between, amount }, correlationId);
        switch (sent.kind) {
          case 'accepted':
            return { kind: 'journal', journal: sent.value };
          case 'refused':
            return { ...sent, attempt };
          case 'throttled':
            return new Throttled(sent.retryAfterMs, (now) => throttleDeposit(attempt, now));
          case 'short':
            if (deposit.direction === 'DEPOSIT')
              await this.requireShort(amount, sent.reason, correlationId);
            // This journal itself may have made the account short, if a proxy sent the rejection.
            return (await find(requestedAt)) ?? { ...sent, attempt };
          // After a restored backup, the request may be younger than the journal.
          case 'exists':
          case 'unclear': {
            const found = (await find(requestedAt)) ?? (await find(null));
            // Without an open send, earlier sends have a response. This is the first rejection of
            // this kind.
            const before = startedAt === null ? 0 : attempts;
            const refused = { ...sent, kind: 'refused', attempt } as const;
            return found ?? OutcomeUnknown.rejection(sent.reason, before, refused);
          }
        }
      },
      record: recordJournal,
    };
  }

  /** The broker uses one status for a short account and for a forbidden request. */
  private async requireShort(amount: Cents, reason: string, correlationId: string): Promise<void> {
    const { transferable } = await this.broker.getFirmBalance(correlationId);
    if (transferable >= amount) throw new RejectedThoughCovered(reason);
  }
}
