import { type Cents, cents, centsToDecimal } from '#kernel/money.js';
import type { Store } from '../store/store.js';

export type Journal = {
  readonly id: string;
  readonly idempotencyKey: string | null;
  readonly from: string;
  readonly to: string;
  readonly amount: Cents;
  /** Decimal text, since journals of others may have fractions of a cent. */
  readonly amountText: string;
  /** Wrong fields to return instead of the real ones. */
  readonly shown: ShownJournal;
  readonly description: string;
  /** Status of the broker. */
  readonly status: string;
  readonly createdAt: string;
  readonly reversedAt: string | null;
};

export type ShownJournal = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly currency?: string | undefined;
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
  readonly amount: string | null;
  readonly shown: string | null;
  readonly description: string;
  readonly status: string;
  readonly created_at: string;
  readonly reversed_at: string | null;
};

type NewJournal = Pick<
  Journal,
  'id' | 'idempotencyKey' | 'from' | 'to' | 'amount' | 'amountText' | 'description'
> & {
  /** Body of the request, to recognize a repeat. */
  readonly body: string;
};

/** Storage of journals. */
export class JournalTable {
  constructor(private readonly store: Store) {}

  find(id: string): Journal | null {
    const row = this.store.prepare<[string], Row>('SELECT * FROM journals WHERE id = ?').get(id);
    return row === undefined ? null : journalOf(row);
  }

  get(id: string): Journal {
    const journal = this.find(id);
    if (journal === null) throw new Error(`no journal ${id}`);
    return journal;
  }

  byKey(key: string): { readonly journal: Journal; readonly body: string } | null {
    const row = this.store
      .prepare<[string], Row>('SELECT * FROM journals WHERE idempotency_key = ?')
      .get(key);
    return row === undefined ? null : { journal: journalOf(row), body: row.body };
  }

  /** Lists journals, the newest first. */
  list({ after, before, status, from, to, limit }: JournalFilter): readonly Journal[] {
    return this.store
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
    return this.store.prepare<[], Row>('SELECT * FROM journals ORDER BY seq').all().map(journalOf);
  }

  /** Returns the total of this account's outgoing journals of this UTC day, also unexecuted ones. */
  todaysCents(from: string): Cents {
    const row = this.store
      .prepare<[string, string], { total: bigint | null }>(
        `SELECT sum(cents) AS total FROM journals WHERE from_account = ? AND created_at >= ?
           AND status IN ('queued', 'pending', 'executed')`,
      )
      .get(from, nowText().slice(0, 'YYYY-MM-DD'.length));
    return cents(row?.total ?? 0n);
  }

  /** Returns the total of this account's outgoing journals that are not executed yet. */
  outgoing(from: string): Cents {
    const row = this.store
      .prepare<[string], { total: bigint | null }>(
        `SELECT sum(cents) AS total FROM journals WHERE from_account = ?
           AND status IN ('queued', 'pending')`,
      )
      .get(from);
    return cents(row?.total ?? 0n);
  }

  insert(journal: NewJournal): void {
    const { id, idempotencyKey, body, from, to, amount, amountText, description } = journal;
    this.store
      .prepare(
        `INSERT INTO journals (id, idempotency_key, body, from_account, to_account, cents,
           amount, description, status, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?)`,
      )
      .run(id, idempotencyKey, body, from, to, amount, amountText, description, nowText());
  }

  setStatus(id: string, status: string): void {
    this.store.prepare('UPDATE journals SET status = ? WHERE id = ?').run(status, id);
  }

  /** Changes the shown amount without moving money. */
  setAmount(id: string, amountText: string): void {
    this.store.prepare('UPDATE journals SET amount = ? WHERE id = ?').run(amountText, id);
  }

  /** Changes other shown fields without moving money. Omitted fields show the real values. */
  setShown(id: string, shown: ShownJournal): void {
    this.store.prepare('UPDATE journals SET shown = ? WHERE id = ?').run(JSON.stringify(shown), id);
  }

  setReversed(id: string): void {
    this.store
      .prepare('UPDATE journals SET reversed_at = ? WHERE id = ?')
      .run(new Date().toISOString(), id);
  }
}

const nowText = () => new Date().toISOString();

const journalOf = (row: Row): Journal => ({
  id: row.id,
  idempotencyKey: row.idempotency_key,
  from: row.from_account,
  to: row.to_account,
  amount: cents(row.cents),
  amountText: row.amount ?? centsToDecimal(cents(row.cents)),
  shown: JSON.parse(row.shown ?? '{}') as ShownJournal,
  description: row.description,
  status: row.status,
  createdAt: row.created_at,
  reversedAt: row.reversed_at,
});
