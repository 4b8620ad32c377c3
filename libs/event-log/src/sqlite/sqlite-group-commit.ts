import { performance } from 'node:perf_hooks';
import type { EventRow } from '#kernel/event-store/append-input.js';
import {
  type Appended,
  EventLogUnavailable,
  type ExpectedRevision,
  WrongExpectedRevision,
} from '#kernel/event-store/event-log.js';
import { KeyTaken, type NewKey } from '#kernel/event-store/person-key-store.js';
import {
  type SqliteConnection,
  isBusy,
  isDuplicate,
  isStorageTrouble,
  sqliteCode,
} from './sqlite-connection.js';
import { SQLITE_APPEND_PAUSE_MS, SQLITE_BUSY_RETRY_TIMEOUT_MS } from '../timing.js';

export type Append = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly rows: readonly EventRow[];
  /** Keys that the same transaction stores. */
  readonly keys: readonly NewKey[];
};

type Waiting = Append & {
  readonly untilMs: number;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
};

const GROUP_APPENDS_MAX = 1_000;
const WAITING_MAX = 50_000;

/** Commits appends of one turn of the event loop in one transaction, with a single fsync. */
export class GroupCommit {
  private waiting: Waiting[] = [];
  private scheduled = false;
  private idle: () => void = () => undefined;

  constructor(
    private readonly connection: () => SqliteConnection,
    private readonly onCommitted: () => void,
    private readonly onTrouble: (error: unknown) => void,
  ) {}

  /** Resolves after the commit. @throws {WrongExpectedRevision | KeyTaken | EventLogUnavailable} */
  append(append: Append): Promise<Appended> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length >= WAITING_MAX)
        return reject(new EventLogUnavailable(`${WAITING_MAX} appends are waiting already`));
      const untilMs = performance.now() + SQLITE_BUSY_RETRY_TIMEOUT_MS;
      this.waiting.push({ ...append, untilMs, resolve, reject });
      this.schedule(setImmediate);
    });
  }

  /** Resolves once no append waits, at the latest after the retry time for a locked database. */
  async drained(): Promise<void> {
    if (this.scheduled) await new Promise<void>((resolve) => (this.idle = resolve));
  }

  private schedule(later: (flush: () => void) => unknown): void {
    if (this.scheduled) return;
    this.scheduled = true;
    later(() => {
      this.scheduled = false;
      this.flush();
      if (this.waiting.length === 0) this.idle();
    });
  }

  private flush(): void {
    const group = this.waiting.splice(0, GROUP_APPENDS_MAX);
    try {
      for (const settleOne of this.commit(group)) settleOne();
      this.onCommitted();
    } catch (error) {
      if (isBusy(error)) return this.retryLater(group);
      this.fail(group, error);
    }
    if (this.waiting.length > 0) this.schedule(setImmediate);
  }

  /** Returns how to settle each append. Callers get no result before the commit. */
  private commit(group: readonly Waiting[]): readonly (() => void)[] {
    const connection = this.connection();
    const { db } = connection;
    db.exec('BEGIN IMMEDIATE');
    try {
      const settle = group.map((one) => appendOne(connection, one));
      db.exec('COMMIT');
      return settle;
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }

  private retryLater(group: readonly Waiting[]): void {
    const now = performance.now();
    const [late, rest] = [
      group.filter((one) => one.untilMs <= now),
      group.filter((one) => one.untilMs > now),
    ];
    for (const one of late) one.reject(new EventLogUnavailable('the event database stays locked'));
    this.waiting.unshift(...rest);
    if (this.waiting.length === 0) return;
    const pauseMs = SQLITE_APPEND_PAUSE_MS * (1 + 2 * Math.random());
    this.schedule((flush) => setTimeout(flush, pauseMs));
  }

  private fail(group: readonly Waiting[], error: unknown): void {
    this.onTrouble(error);
    const reason = isStorageTrouble(error)
      ? new EventLogUnavailable(`the event database cannot be written: ${sqliteCode(error)}`)
      : asError(error);
    for (const one of group) one.reject(reason);
  }
}

const appendOne = (connection: SqliteConnection, one: Waiting): (() => void) => {
  const { stream, rows, keys } = one;
  const expected = one.expected === 'no_stream' ? -1n : one.expected;
  const tip = connection.tip(stream);
  // If the insert fails, a stored key remains. The next append for the person uses it.
  if (tip === expected && !keys.every((key) => isStored(connection, key)))
    return () => one.reject(new KeyTaken());
  const appended =
    tip === expected
      ? insertAll(connection, stream, expected, rows)
      : repeated(connection, stream, expected, rows);
  if (appended !== null) return () => one.resolve(appended);
  const actual = tip === -1n ? 'no_stream' : tip;
  return () => one.reject(new WrongExpectedRevision(stream, one.expected, actual));
};

const isStored = ({ keys }: SqliteConnection, { person, wrapped }: NewKey): boolean =>
  keys.create(person, wrapped) === wrapped;

/** Inserts the events. Returns null without a change if the log already has one of the ids. */
const insertAll = (
  connection: SqliteConnection,
  stream: string,
  expected: bigint,
  rows: readonly EventRow[],
): Appended | null => {
  const { db } = connection;
  db.exec('SAVEPOINT append');
  try {
    let [revision, position] = [expected, 0n];
    for (const row of rows) position = connection.insert(stream, ++revision, row);
    db.exec('RELEASE append');
    return { revision, position };
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    db.exec('ROLLBACK TO append');
    db.exec('RELEASE append');
    return null;
  }
};

/** Returns the result of an earlier identical append, null without one. */
const repeated = (
  connection: SqliteConnection,
  stream: string,
  expected: bigint,
  rows: readonly EventRow[],
): Appended | null => {
  const found = connection.positions(stream, expected, rows.length);
  const last = found.at(-1);
  if (last === undefined || found.length < rows.length) return null;
  if (found.some(({ id }, index) => id !== rows[index]?.id)) return null;
  return { revision: last.revision, position: last.position };
};

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));
