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

/** To be tried again, and to be seen by operators: waiting for money would not help. */
class RefusedThoughCovered extends Error {
  override readonly name = 'RefusedThoughCovered';

  constructor(reason: string) {
    super(`the broker refuses the journal, and the pre-funded account covers it: ${reason}`);
  }
}

/** Asks the broker for a transaction's journal, once, by the write protocol of outside effects. */
@Injectable()
export class JournalSender {
  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
  ) {}

  /** @throws {OutcomeUnknown} {RefusedThoughCovered} to be looked up by the next try. */
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
            // It may be short by this very journal, where the "no" was not the broker's own.
            return (await find(requestedAt)) ?? { ...sent, attempt };
          // The request may be younger than the journal when the log was put back to a backup.
          case 'exists':
          case 'unclear': {
            const found = (await find(requestedAt)) ?? (await find(null));
            // Without an open send, those before had an answer: this is the first "no" of the kind.
            const before = startedAt === null ? 0 : attempts;
            const refused = { ...sent, kind: 'refused', attempt } as const;
            return found ?? OutcomeUnknown.rejection(sent.reason, before, refused);
          }
        }
      },
      record: recordJournal,
    };
  }

  /** The broker has one status for a short account and for what it does not allow us. */
  private async requireShort(amount: Cents, reason: string, correlationId: string): Promise<void> {
    const { transferable } = await this.broker.getFirmBalance(correlationId);
    if (transferable >= amount) throw new RefusedThoughCovered(reason);
  }
}
