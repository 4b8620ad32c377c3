import { type Cents, cents } from '#kernel/money.js';
import { Collection } from '../store/collection.js';
import type { Store } from '../store/store.js';

export type Journal = {
  readonly id: string;
  readonly idempotencyKey: string | null;
  /** Body of the request, to recognize a repeat. */
  readonly request: string;
  readonly from: string;
  readonly to: string;
  readonly amount: Cents;
  /** Decimal text, because third-party journals may have fractions of a cent. */
  readonly amountText: string;
  /** Wrong fields to return instead of the real ones. */
  readonly shown: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly currency?: string | undefined;
  };
  readonly description: string;
  readonly status: string;
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

type NewJournal = Omit<Journal, 'shown' | 'status' | 'createdAt' | 'reversedAt'>;

export class JournalTable extends Collection<Journal> {
  constructor(store: Store) {
    super(store, 'journals', {
      columns: ['from', 'to', 'status', 'createdAt'],
      unique: ['idempotencyKey'],
      indexes: [['to'], ['from', 'status']],
      bigints: ['amount'],
    });
  }

  byKey(key: string): Journal | null {
    return this.first('idempotencyKey = ?', key);
  }

  /** Lists journals, newest first. */
  list({ after, before, status, from, to, limit }: JournalFilter): readonly Journal[] {
    return this.where(
      `createdAt > ? AND createdAt < ? AND status = ifnull(?, status)
         AND "from" = ifnull(?, "from") AND "to" = ifnull(?, "to") ORDER BY seq DESC LIMIT ?`,
      ...[after ?? '', before ?? '~', status, from, to, limit],
    );
  }

  /** Returns the total of this account's outgoing journals of this UTC day, including pending ones. */
  todaysCents(from: string): Cents {
    const today = nowText().slice(0, 'YYYY-MM-DD'.length);
    const condition = `"from" = ? AND createdAt >= ? AND status IN ('queued', 'pending', 'executed')`;
    return totalOf(this.where(condition, from, today));
  }

  /** Returns the total of this account's outgoing journals that are not executed yet. */
  outgoing(from: string): Cents {
    return totalOf(this.where(`"from" = ? AND status IN ('queued', 'pending')`, from));
  }

  insert(journal: NewJournal): void {
    const createdAt = nowText();
    this.put({ ...journal, shown: {}, status: 'queued', createdAt, reversedAt: null });
  }
}

const totalOf = (journals: readonly Journal[]): Cents =>
  cents(journals.reduce((total, { amount }) => total + amount, 0n));

const nowText = () => new Date().toISOString();
