import Database from 'better-sqlite3';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { doubling, retry, retryUntilAborted } from '#kernel/concurrency/retry.js';
import { toRows } from '#kernel/event-store/append-input.js';
import {
  type Appended,
  type Batch,
  EventLogUnavailable,
  type ExpectedRevision,
  isUnavailable,
  type NewEvent,
  type RecordedEvent,
} from '#kernel/event-store/event-log.js';
import {
  type Connect,
  LAST,
  PAGE_EVENTS,
  SqliteConnection,
  isBusy,
  isStorageTrouble,
  sqliteCode,
} from './sqlite-connection.js';
import type { KeyedEventLog, NewKey } from '#kernel/event-store/person-key-store.js';
import { GroupCommit } from './sqlite-group-commit.js';
import { SqlitePersonKeys } from './sqlite-person-keys.js';
import { SqliteWake } from './sqlite-wake.js';
import { resumeBackoff, SQLITE_BUSY_RETRY_TIMEOUT_MS, SQLITE_READ_PAUSE_MS } from '../timing.js';

/** Poll interval of subscribers of the embedded log, in case a notification fails. */
const SQLITE_POLL_MS = 500;

export type SqliteOptions = { readonly connect?: Connect; readonly pollMs?: number };

/** The embedded log: a SQLite file that the processes of one machine share. */
export class SqliteEventLog implements KeyedEventLog {
  readonly keys = new SqlitePersonKeys((work) => this.run(({ keys }) => work(keys)));
  private readonly appends: GroupCommit;
  private readonly wake: SqliteWake;
  private readonly closing = new AbortController();

  private constructor(
    private readonly path: string,
    private readonly connect: Connect,
    pollMs: number,
    private connection: SqliteConnection | null,
  ) {
    this.wake = new SqliteWake(`${path}-wake`, pollMs, () => this.headOrNull());
    this.appends = new GroupCommit(
      () => this.connected(),
      () => this.wake.committed(),
      (error) => this.dropIfBroken(error),
    );
  }

  /**
   * Opens or creates the file. Waits up to `SQLITE_OPEN_TIMEOUT_MS` for other processes.
   * @throws {Error} the file cannot be created, opened or written.
   */
  static open(path: string, options: SqliteOptions = {}): SqliteEventLog {
    const { connect = connectFile, pollMs = SQLITE_POLL_MS } = options;
    return new SqliteEventLog(path, connect, pollMs, SqliteConnection.create(path, connect));
  }

  async read(stream: string, from = 0n, to = LAST): Promise<readonly RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for (let page = PAGE_EVENTS; page === PAGE_EVENTS;) {
      const next = from + BigInt(events.length);
      const found = await this.run((log) => log.readStream(stream, next, to));
      events.push(...found);
      page = found.length;
      if (page === PAGE_EVENTS) await nextTurn();
    }
    return events;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    keys: readonly NewKey[] = [],
  ): Promise<Appended> {
    const rows = toRows(events);
    if (this.closing.signal.aborted) throw new EventLogUnavailable('the event log is closed');
    return this.appends.append({ stream, expected, rows, keys });
  }

  async *subscribe(after: bigint | null, signal: AbortSignal): AsyncGenerator<Batch> {
    const ended = AbortSignal.any([signal, this.closing.signal]);
    const leave = this.wake.join();
    let last = after ?? 0n;
    try {
      for (let first = true; ; first = false) {
        const batch = await this.nextBatch(last, ended);
        if (ended.aborted) return;
        last = batch.events.at(-1)?.position ?? last;
        if (first || batch.events.length > 0) yield batch;
        if (batch.caughtUp) await this.wake.grown(last, ended);
        else await yieldToConsumers();
      }
    } finally {
      leave();
    }
  }

  head(): Promise<bigint | null> {
    return this.run((log) => log.head());
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.appends.drained();
    this.wake.close();
    this.connection?.close();
    this.connection = null;
  }

  /** Reads the next batch. Retries while the store is unavailable. */
  private async nextBatch(last: bigint, ended: AbortSignal): Promise<Batch> {
    const retried = { signal: ended, backoff: resumeBackoff, when: isUnavailable };
    const batch = await retryUntilAborted(retried, () => this.batchAfter(last));
    return batch ?? { events: [], caughtUp: true };
  }

  private async batchAfter(last: bigint): Promise<Batch> {
    const found = await this.run((log) => log.readLog(last));
    if (found.length <= PAGE_EVENTS) return { events: found, caughtUp: true };
    return { events: found.slice(0, PAGE_EVENTS), caughtUp: false };
  }

  private async run<Result>(work: (log: SqliteConnection) => Result): Promise<Result> {
    try {
      return await retry(BUSY_RETRY, async () => work(this.connected()));
    } catch (error) {
      this.dropIfBroken(error);
      if (isStorageTrouble(error))
        throw new EventLogUnavailable(`the event database fails: ${sqliteCode(error)}`);
      if (isBusy(error)) throw new EventLogUnavailable('the event database stays locked');
      throw error;
    }
  }

  private connected(): SqliteConnection {
    if (this.connection === null && this.closing.signal.aborted)
      throw new EventLogUnavailable('the event log is closed');
    this.connection ??= SqliteConnection.reopen(this.path, this.connect);
    return this.connection;
  }

  /** Closes the file after an error, so that the next call reopens it. A full disk recovers itself. */
  private dropIfBroken(error: unknown): void {
    if (!isStorageTrouble(error) || sqliteCode(error) === 'SQLITE_FULL') return;
    this.connection?.close();
    this.connection = null;
  }

  private headOrNull(): bigint | null {
    try {
      return this.connected().head();
    } catch (error) {
      this.dropIfBroken(error);
      return null;
    }
  }
}

/**
 * Waits two turns of the event loop, so that consumers send results of the previous batch to Redis.
 * The next read blocks the process while Redis works.
 */
const yieldToConsumers = async (): Promise<void> => {
  await nextTurn();
  await nextTurn();
};

const BUSY_RETRY = {
  backoff: doubling(SQLITE_READ_PAUSE_MS, SQLITE_READ_PAUSE_MS, 0.5),
  when: isBusy,
  withinMs: SQLITE_BUSY_RETRY_TIMEOUT_MS,
};

const connectFile: Connect = (path, options) => new Database(path, options);
