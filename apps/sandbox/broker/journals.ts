import { randomUUID } from 'node:crypto';
import { type Cents, cents, centsToDecimal } from '#platform/core/money.js';
import type { Pace } from '../sandbox.options.js';
import type { Schedule } from '../store/schedule.js';
import type { Store } from '../store/store.js';
import type { Accounts } from './accounts.js';
import { badRequest, forbidden, notFound, unprocessable } from './broker-error.js';
import type { BrokerEvents } from './broker-events.js';
import type { Cash } from './cash.js';
import { courseOf, type JournalRequest, type JournalStatus, TAKEN_BACK } from './journal.rules.js';

export type Journal = {
  readonly id: string;
  readonly idempotencyKey: string | null;
  readonly from: string;
  readonly to: string;
  readonly amount: Cents;
  readonly description: string;
  readonly status: JournalStatus;
  readonly createdAt: string;
  readonly reversedAt: string | null;
};

export type JournalFilter = {
  readonly after: string | null;
  readonly before: string | null;
  readonly status: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly limit: number;
};

type Row = {
  readonly id: string;
  readonly idempotency_key: string | null;
  readonly body: string;
  readonly from_account: string;
  readonly to_account: string;
  readonly cents: bigint;
  readonly description: string;
  readonly status: JournalStatus;
  readonly created_at: string;
  readonly reversed_at: string | null;
};

/** Cash from the pre-funded firm account to a customer's. */
export class Journals {
  constructor(
    private readonly store: Store,
    private readonly schedule: Schedule,
    private readonly events: BrokerEvents,
    private readonly cash: Cash,
    private readonly accounts: Accounts,
    private readonly firmAccountId: string,
    private readonly pace: Pace,
  ) {
    schedule.rule('journal.settle', ({ journalId }) => this.settle(journalId));
    schedule.rule('journal.take-back', ({ journalId }) => this.takeBack(journalId));
  }

  /** The same key with the same body answers with the journal it made the first time. */
  create(request: JournalRequest, idempotencyKey: string | null): Journal {
    return this.store.write(() => {
      const body = JSON.stringify(request, textOfBigints);
      const known = this.byKey(idempotencyKey);
      if (known !== undefined && known.body === body) return journalOf(known);
      if (known !== undefined)
        throw unprocessable('the Idempotency-Key was used with another request body');
      this.check(request);
      return this.accept(request, body, idempotencyKey);
    });
  }

  find(id: string): Journal | null {
    const row = this.store.db.prepare<[string], Row>('SELECT * FROM journals WHERE id = ?').get(id);
    return row === undefined ? null : journalOf(row);
  }

  findByKey(key: string): Journal | null {
    const row = this.byKey(key);
    return row === undefined ? null : journalOf(row);
  }

  /** Newest first. */
  list({ after, before, status, from, to, limit }: JournalFilter): readonly Journal[] {
    return this.store.db
      .prepare<[Record<string, string | number | null>], Row>(
        `SELECT * FROM journals
         WHERE (@after IS NULL OR created_at > @after) AND (@before IS NULL OR created_at < @before)
           AND (@status IS NULL OR status = @status)
           AND (@from IS NULL OR from_account = @from) AND (@to IS NULL OR to_account = @to)
         ORDER BY seq DESC LIMIT @limit`,
      )
      .all({ after, before, status, from, to, limit })
      .map(journalOf);
  }

  all(): readonly Journal[] {
    const every = this.store.db.prepare<[], Row>('SELECT * FROM journals ORDER BY seq');
    return every.all().map(journalOf);
  }

  /** Takes an executed credit back, whatever the customer has done with it since. */
  takeBack(id: string): void {
    const { from, to, amount, status } = this.get(id);
    if (status !== 'executed') return;
    this.cash.take(to, amount);
    this.cash.add(from, amount);
    this.store.db
      .prepare('UPDATE journals SET reversed_at = ? WHERE id = ?')
      .run(new Date().toISOString(), id);
    this.moveOn(id, status, TAKEN_BACK);
  }

  private check({ from_account, to_account, amount }: JournalRequest): void {
    if (from_account !== this.firmAccountId)
      throw badRequest('from_account must be the firm account');
    const receiver = this.accounts.find(to_account);
    if (receiver === null) throw notFound('account not found');
    if (receiver.status !== 'ACTIVE') throw badRequest('to_account is not ACTIVE');
    const { available } = this.cash.of(from_account);
    if (available < amount)
      throw forbidden(`insufficient balance: ${centsToDecimal(available)} available`);
  }

  private accept(request: JournalRequest, body: string, key: string | null): Journal {
    const { from_account, to_account, amount, description } = request;
    const id = randomUUID();
    this.store.db
      .prepare(
        `INSERT INTO journals (id, idempotency_key, body, from_account, to_account, cents,
           description, status, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', ?)`,
      )
      .run(id, key, body, from_account, to_account, amount, description, new Date().toISOString());
    this.cash.hold(from_account, amount);
    this.announce(id, '');
    this.schedule.in(this.pace.journalMs, 'journal.settle', { journalId: id });
    return this.get(id);
  }

  private settle(id: string): void {
    const { from, to, amount, status } = this.get(id);
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
    if (course === 'executed-then-taken-back')
      this.schedule.in(this.pace.takeBackMs, 'journal.take-back', { journalId: id });
  }

  private moveOn(id: string, from: JournalStatus, to: JournalStatus): void {
    this.store.db.prepare('UPDATE journals SET status = ? WHERE id = ?').run(to, id);
    this.announce(id, from);
  }

  private announce(id: string, statusFrom: JournalStatus | ''): void {
    const { status, description, idempotencyKey } = this.get(id);
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

  private byKey(key: string | null): Row | undefined {
    if (key === null) return undefined;
    const known = this.store.db.prepare<[string], Row>(
      'SELECT * FROM journals WHERE idempotency_key = ?',
    );
    return known.get(key);
  }

  private get(id: string): Journal {
    const journal = this.find(id);
    if (journal === null) throw new Error(`no journal ${id}`);
    return journal;
  }
}

const journalOf = (row: Row): Journal => ({
  id: row.id,
  idempotencyKey: row.idempotency_key,
  from: row.from_account,
  to: row.to_account,
  amount: cents(row.cents),
  description: row.description,
  status: row.status,
  createdAt: row.created_at,
  reversedAt: row.reversed_at,
});

const textOfBigints = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;
