import type { Database } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { pause } from '#kernel/concurrency/pause.js';
import { isBusy } from '#event-log/sqlite/sqlite-connection.js';
import { ReadStoreUnavailable, type SqlEngine, type Tables, type Tx } from './sql-engine.js';
import { SQLITE } from './dialect.js';
import { SqliteGuard, isBroken } from './sqlite-guard.js';
import { vacuum } from './vacuum.js';
import { type Handles, MEMORY, awayFrom, closeHandles, openHandles } from './sqlite-handles.js';
import { SQLITE_BUSY_RETRY_TIMEOUT_MS, SQLITE_READ_PAUSE_MS } from '#event-log/timing.js';

/** Interval at which the embedded read store checks whether its file was replaced. */
const READ_FILE_POLL_MS = 500;

/** The embedded read store: a file with one writing process and any number of readers. */
export class SqliteEngine implements SqlEngine {
  readonly dialect = SQLITE;
  private last: Promise<unknown> = Promise.resolve();
  private following: Promise<void> | null = null;
  private handles: Handles | null;
  /** Inode of the file behind each handle. */
  private readonly inodes = new WeakMap<Handles, string | null>();
  private readonly watching: NodeJS.Timeout | null;

  private constructor(
    private readonly path: string,
    private readonly guard: SqliteGuard | null,
  ) {
    this.handles = this.opened();
    this.watching = guard === null ? null : setInterval(() => this.follow(), READ_FILE_POLL_MS);
    this.watching?.unref();
  }

  /**
   * Opens or creates the file. `:memory:` belongs to this engine alone. @throws
   * {ReadStoreUnavailable}
   */
  static open(path: string): SqliteEngine {
    let guard: SqliteGuard | null = null;
    try {
      if (path !== MEMORY) guard = new SqliteGuard(path);
      return new SqliteEngine(path, guard);
    } catch (error) {
      guard?.close();
      throw awayFrom(error);
    }
  }

  /** @throws {ReadStoreUnavailable} briefly, after the file was replaced */
  get db(): Kysely<Tables> {
    return this.open.reading;
  }

  version(): string | null {
    const { handles } = this;
    if (handles === null || handles.file === handles.reader) return null;
    // During a snapshot, the version would be that of the snapshot.
    if (handles.reader.inTransaction) return null;
    try {
      return `${handles.number} ${handles.version.get()}`;
    } catch {
      return null;
    }
  }

  async snapshot<Result>(work: (db: Tx['db']) => Promise<Result>): Promise<Result> {
    try {
      return await this.db.transaction().execute(work);
    } catch (error) {
      throw awayFrom(error);
    }
  }

  async write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const turn = this.last.then(() => this.inTransaction(work));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  async scrub(): Promise<void> {
    if (this.path === MEMORY) return;
    const untilMs = performance.now() + SQLITE_BUSY_RETRY_TIMEOUT_MS;
    for (;;) {
      const { isBusy: isLater, code } = await vacuum(this.path);
      if (!isLater && code === undefined) return;
      if (!isLater) throw new ReadStoreUnavailable(`the read models failed: ${code}`);
      if (performance.now() > untilMs)
        throw new ReadStoreUnavailable('other processes keep using the read models');
      await pause(SQLITE_READ_PAUSE_MS);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.watching ?? undefined);
    await this.following;
    await this.last;
    if (this.handles !== null) closeHandles(this.handles);
    this.guard?.close();
  }

  private get open(): Handles {
    if (this.handles !== null) return this.handles;
    throw new ReadStoreUnavailable(
      'the file of the read models was replaced and is being reopened',
    );
  }

  private opened(): Handles {
    const { guard, path } = this;
    if (guard === null) return openHandles(path, () => undefined);
    return guard.enter(() => {
      const handles = openHandles(path, (error) => this.heed(error, handles));
      this.inodes.set(handles, guard.inode);
      return handles;
    });
  }

  /** Opens the file that now has this name, for example a restored copy. */
  private follow(): void {
    const { guard, handles } = this;
    if (guard === null || this.following !== null) return;
    if (handles !== null && guard.inode === this.inodes.get(handles)) return;
    this.following = this.reopen(guard).finally(() => (this.following = null));
  }

  private async reopen(guard: SqliteGuard): Promise<void> {
    const before = this.handles;
    this.handles = null;
    await this.last;
    if (before !== null) closeHandles(before);
    guard.leave();
    try {
      this.handles = this.opened();
    } catch {
      // The next poll tries again. Readers and writers get the error.
    }
  }

  private async inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const handles = this.open;
    const { file, writing, each } = handles;
    return writing.connection().execute(async (db) => {
      await begin(file);
      try {
        const result = await work({ db: db as unknown as Tx['db'], dialect: SQLITE, each });
        file.exec('commit');
        return result;
      } catch (error) {
        if (file.inTransaction) file.exec('rollback');
        this.heed(error, handles);
        throw awayFrom(error);
      }
    });
  }

  /** Renames a broken file. */
  private heed(error: unknown, handles: Handles): void {
    if (this.guard === null || !isBroken(error)) return;
    this.guard.putAside(this.inodes.get(handles) ?? null);
    this.follow();
  }
}

/** The library's own wait for a lock would block the whole process. */
const begin = async (file: Database): Promise<void> => {
  const untilMs = performance.now() + SQLITE_BUSY_RETRY_TIMEOUT_MS;
  for (;;) {
    try {
      file.exec('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error)) throw awayFrom(error);
      if (performance.now() > untilMs)
        throw new ReadStoreUnavailable('the read models stay locked');
      await pause(SQLITE_READ_PAUSE_MS);
    }
  }
};
