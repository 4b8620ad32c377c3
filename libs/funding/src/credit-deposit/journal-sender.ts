import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#platform/broker/broker.js';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import {
  type Effect,
  Throttled,
  Unclear,
  type Worked,
  performEffect,
} from '#platform/jobs/effect.js';
import type { Cents } from '#platform/core/money.js';
import { BROKER } from '#platform/platform.module.js';
import {
  type JournalOutcome,
  isToBeSent,
  recordJournal,
  startDeposit,
  throttleDeposit,
} from '../deposit/deposit.decide.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import { netCents } from '../deposit/credited.js';
import { type Deposit, type RequestedDeposit, deposits } from '../deposit/deposit.state.js';

/** To be tried again, and to be seen by operators: waiting for money would not help. */
class RefusedThoughCovered extends Error {
  override readonly name = 'RefusedThoughCovered';

  constructor(reason: string) {
    super(`the broker refuses the journal, and the pre-funded account covers it: ${reason}`);
  }
}

/** Asks the broker for a deposit's journal, once, by the write protocol of outside effects. */
@Injectable()
export class JournalSender {
  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
  ) {}

  /** @throws {EffectUncertain} {OutcomeUnknown} {RefusedThoughCovered} to be looked up by the next try. */
  async send(deposit: RequestedDeposit, cause: Cause): Promise<Worked> {
    return performEffect(this.store, this.effect(deposit, cause), cause);
  }

  private effect(
    deposit: RequestedDeposit,
    { correlationId }: Cause,
  ): Effect<Deposit, DepositEvent, JournalOutcome> {
    const { depositId: journalKey, accountId, requestedAt } = deposit;
    const find = async (since: string | null): Promise<JournalOutcome | null> => {
      const wanted = { journalKey, accountId, since };
      const journal = await this.broker.findJournal(wanted, correlationId);
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
        const amount = netCents(deposit);
        const sent = await this.broker.createJournal(
          { journalKey, accountId, amount },
          correlationId,
        );
        switch (sent.kind) {
          case 'accepted':
            return { kind: 'journal', journal: sent.value };
          case 'refused':
            return { ...sent, attempt };
          case 'throttled':
            return new Throttled(sent.retryAfterMs, (now) => throttleDeposit(attempt, now));
          case 'short':
            await this.requireShort(amount, sent.reason, correlationId);
            // It may be short by this very journal, where the "no" was not the broker's own.
            return (await find(requestedAt)) ?? { kind: 'short', attempt };
          // The request may be younger than the journal when the log was put back to a backup.
          case 'exists':
          case 'unclear': {
            const found = (await find(requestedAt)) ?? (await find(null));
            // Without an open send, those before had an answer: this is the first "no" of the kind.
            const before = startedAt === null ? 0 : attempts;
            const refused = { ...sent, kind: 'refused', attempt } as const;
            return found ?? Unclear.refusal(sent.reason, before, refused);
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
