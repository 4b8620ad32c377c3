import { randomUUID } from 'node:crypto';
import { centsFromDecimal, centsToDecimal } from '#kernel/money.js';
import type { Pace } from '../sandbox.options.js';
import type { Schedule } from '../store/schedule.js';
import { textOfBigints } from '../store/collection.js';
import type { Store } from '../store/store.js';
import { transferRefusal } from './account.rules.js';
import type { Account, Accounts } from './accounts.js';
import { badRequest, forbidden, notFound, unprocessable } from './broker-error.js';
import type { BrokerEvents } from './broker-events.js';
import type { Cash } from './cash.js';
import { JournalLimits } from './journal-limits.js';
import { type Journal, JournalTable } from './journal-table.js';
import { courseOf, type JournalRequest, REVERSED_CREDIT } from './journal.rules.js';
import type { Portfolio } from './portfolio.js';

/** Moves cash between the pre-funded firm account and customer accounts, in both directions. */
export class Journals {
  readonly table: JournalTable;
  readonly limits: JournalLimits;

  constructor(
    private readonly store: Store,
    private readonly schedule: Schedule,
    private readonly events: BrokerEvents,
    private readonly accounts: Accounts,
    private readonly cash: Cash,
    private readonly portfolio: Portfolio,
    private readonly firmAccountId: string,
    private readonly pace: Pace,
  ) {
    this.table = new JournalTable(store);
    this.limits = new JournalLimits(store);
    schedule.rule('journal.settle', ({ journalId }) => this.settle(journalId));
    schedule.rule('journal.take-back', ({ journalId }) => this.reverse(journalId));
  }

  /** Returns the first journal for a repeat with the same key and body. */
  create(request: JournalRequest, idempotencyKey: string | null): Journal {
    return this.store.write(() => {
      const body = JSON.stringify(request, textOfBigints);
      const known = idempotencyKey === null ? null : this.table.byKey(idempotencyKey);
      if (known?.request === body) return known;
      if (known !== null)
        throw unprocessable('the Idempotency-Key was used with another request body');
      this.check(request);
      return this.accept(request, body, idempotencyKey);
    });
  }

  /**
   * Creates a journal of a third party, such as the broker's staff, without a key and without validation.
   * Moves the money if the status is executed.
   */
  createThirdParty({
    from = this.firmAccountId,
    to,
    amountText,
    description,
    status,
  }: ThirdPartyJournal): Journal {
    return this.store.write(() => {
      const id = randomUUID();
      const amount = wholeCentsOf(amountText);
      const about = { id, idempotencyKey: null, request: '', from, to, amount, description };
      this.table.insert({ ...about, amountText });
      if (status === 'executed') {
        this.cash.take(from, amount);
        this.cash.add(to, amount);
      }
      if (status === 'pending') this.cash.hold(from, amount);
      this.announce(id, '');
      if (status !== 'queued') this.moveOn(id, 'queued', status);
      return this.table.get(id);
    });
  }

  /** Reverses an executed journal, even if the receiver has spent the money. */
  reverse(id: string, reversed = REVERSED_CREDIT): void {
    const { from, to, amount, status } = this.table.get(id);
    if (status !== 'executed') return;
    this.cash.take(to, amount);
    this.cash.add(from, amount);
    this.table.change(id, { reversedAt: new Date().toISOString() });
    this.moveOn(id, status, reversed);
  }

  /** Decides a journal that waits for approval. */
  decide(id: string, outcome: 'execute' | 'reject'): void {
    const { from, to, amount, status } = this.table.get(id);
    this.cash.release(from, amount);
    if (outcome === 'execute') {
      this.cash.take(from, amount);
      this.cash.add(to, amount);
    }
    this.moveOn(id, status, outcome === 'execute' ? 'executed' : 'rejected');
  }

  private check({ from_account, to_account, amount }: JournalRequest): void {
    const isCredit = from_account === this.firmAccountId;
    if (!isCredit && to_account !== this.firmAccountId)
      throw badRequest('from_account or to_account must be the firm account');
    const side = isCredit ? 'to_account' : 'from_account';
    const customer = this.customer(isCredit ? to_account : from_account);
    const refusal = transferRefusal(side, customer);
    if (refusal !== null) throw badRequest(refusal);
    const { sendable } = this.portfolio.balances(from_account);
    if (sendable < amount)
      throw forbidden(`insufficient balance: ${centsToDecimal(sendable)} available`);
  }

  private customer(id: string): Account {
    const account = this.accounts.find(id);
    if (account === null) throw notFound('account not found');
    return account;
  }

  private accept(request: JournalRequest, body: string, key: string | null): Journal {
    const { from_account: from, to_account: to, amount, description } = request;
    const id = randomUUID();
    const amountText = centsToDecimal(amount);
    const isOver = this.limits.isOver(amount, () => this.table.todaysCents(from));
    const about = { id, idempotencyKey: key, request: body, from, to };
    this.table.insert({ ...about, amount, amountText, description });
    this.cash.hold(from, amount);
    this.announce(id, '');
    if (isOver) this.moveOn(id, 'queued', 'pending');
    else this.schedule.in(this.pace.journalMs, 'journal.settle', { journalId: id });
    return this.table.get(id);
  }

  private settle(id: string): void {
    const { from, to, amount, status } = this.table.get(id);
    if (status !== 'queued') return;
    this.cash.release(from, amount);
    const course = courseOf(amount);
    if (course === 'rejected') {
      this.moveOn(id, status, 'rejected');
      return;
    }
    this.cash.take(from, amount);
    this.cash.add(to, amount);
    this.moveOn(id, status, 'executed');
    if (course === 'executed-then-reversed')
      this.schedule.in(this.pace.reversalMs, 'journal.take-back', { journalId: id });
  }

  private moveOn(id: string, from: string, to: string): void {
    this.table.change(id, { status: to });
    this.announce(id, from);
  }

  private announce(id: string, statusFrom: string): void {
    const { status, description, idempotencyKey } = this.table.get(id);
    this.events.publish('journals', {
      at: new Date().toISOString(),
      entry_type: 'JNLC',
      journal_id: id,
      status_from: statusFrom,
      status_to: status,
      description,
      ...(idempotencyKey === null
        ? {}
        : { idempotency_key: idempotencyKey, idempotency_key_type: 'single' }),
    });
  }
}

export type ThirdPartyJournal = {
  readonly from?: string | undefined;
  readonly to: string;
  /** Decimal text with any number of places. */
  readonly amountText: string;
  readonly description: string;
  readonly status: string;
};

const wholeCentsOf = (text: string) => centsFromDecimal(text.replace(/(\.\d\d)\d+$/, '$1'));
