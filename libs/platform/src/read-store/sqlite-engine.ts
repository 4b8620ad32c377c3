import type { Database } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import {
  READ_FILE_LOOK_MS,
  SQLITE_BUSY_PATIENCE_MS,
  SQLITE_READ_PAUSE_MS,
} from '../core/timing.js';
import { pause } from '../core/pause.js';
import { isBusy } from '../event-store/sqlite-connection.js';
import { ReadStoreAway, type SqlEngine, type Tables, type Tx } from './sql-engine.js';
import { SQLITE } from './dialect.js';
import { SqliteGuard, isBroken } from './sqlite-guard.js';
import { vacuum } from './vacuum.js';
import { type Handles, MEMORY, awayFrom, closeHandles, openHandles } from './sqlite-handles.js';

/** The embedded read store: one file that one process writes and any number read. */
export class SqliteEngine implements SqlEngine {
  readonly dialect = SQLITE;
  private last: Promise<unknown> = Promise.resolve();
  private following: Promise<void> | null = null;
  private handles: Handles | null;
  /** Which file each of them has open. */
  private readonly inodes = new WeakMap<Handles, string | null>();
  private readonly watching: NodeJS.Timeout | null;

  private constructor(
    private readonly path: string,
    private readonly guard: SqliteGuard | null,
  ) {
    this.handles = this.opened();
    this.watching = guard === null ? null : setInterval(() => this.follow(), READ_FILE_LOOK_MS);
    this.watching?.unref();
  }

  /** Opens the file, or makes it; `:memory:` is of this engine alone. @throws {ReadStoreAway} */
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

  /** @throws {ReadStoreAway} for a moment, when another file took the name. */
  get db(): Kysely<Tables> {
    return this.open.reading;
  }

  version(): string | null {
    const { handles } = this;
    if (handles === null || handles.file === handles.reader) return null;
    // In the middle of a snapshot it would tell of that one's moment.
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
    const untilMs = performance.now() + SQLITE_BUSY_PATIENCE_MS;
    for (;;) {
      const { isBusy: isLater, code } = await vacuum(this.path);
      if (!isLater && code === undefined) return;
      if (!isLater) throw new ReadStoreAway(`the read models fail: ${code}`);
      if (performance.now() > untilMs)
        throw new ReadStoreAway('others use the read models all the time');
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
    throw new ReadStoreAway('another file of the read models took the name, and is being opened');
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

  /** Another file under this name, a copy that was put back for one, is the one that counts. */
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
      // It is tried again at the next look; what is wrong is told to whoever reads or writes.
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

  /** A broken file is put aside. */
  private heed(error: unknown, handles: Handles): void {
    if (this.guard === null || !isBroken(error)) return;
    this.guard.putAside(this.inodes.get(handles) ?? null);
    this.follow();
  }
}

/** The library would wait for a lock with the whole process standing still. */
const begin = async (file: Database): Promise<void> => {
  const untilMs = performance.now() + SQLITE_BUSY_PATIENCE_MS;
  for (;;) {
    try {
      file.exec('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error)) throw awayFrom(error);
      if (performance.now() > untilMs) throw new ReadStoreAway('the read models stay locked');
      await pause(SQLITE_READ_PAUSE_MS);
    }
  }
};
