import type { Statement } from 'better-sqlite3';
import { Kysely } from 'kysely';
import { retry } from '#kernel/concurrency/retry.js';
import { isBusy } from '#event-log/sqlite/sqlite-connection.js';
import { SQLITE_BUSY_RETRY_TIMEOUT_MS, SQLITE_READ_PAUSE_MS } from '#event-log/timing.js';
import { CachedStatements, statementCache } from './cached-statements.js';
import { SQLITE } from './dialect.js';
import type { SqlEngine, Tables, Tx } from './sql-engine.js';
import { MEMORY, type SqliteFile, openFile, toUnavailable } from './sqlite-file.js';
import { SqliteRows } from './sqlite-rows.js';
import { vacuum } from './vacuum.js';

/** The embedded read store: a file with one writing process and any number of readers. */
export class SqliteEngine implements SqlEngine {
  readonly dialect = SQLITE;
  readonly db: Kysely<Tables>;
  private readonly writing: Kysely<Tables>;
  private readonly rows: SqliteRows;
  /** Changes for the reader after each commit of another connection. */
  private readonly dataVersion: Statement<[], bigint>;
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly path: string,
    private readonly handles: SqliteFile,
  ) {
    const { file, reader } = handles;
    this.writing = new Kysely<Tables>({ dialect: new CachedStatements(file) });
    this.db =
      reader === file
        ? this.writing
        : new Kysely<Tables>({ dialect: new CachedStatements(reader) });
    this.rows = new SqliteRows(statementCache(file));
    this.dataVersion = reader.prepare<[], bigint>('pragma data_version').pluck();
  }

  /**
   * Opens or creates the file. `:memory:` belongs to this engine alone. @throws
   * {ReadStoreUnavailable}
   */
  static open(path: string): SqliteEngine {
    try {
      return new SqliteEngine(path, openFile(path));
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  /** The same. If several processes start together, one creates the file and the others wait. */
  static async openShared(path: string): Promise<SqliteEngine> {
    try {
      return await whileLocked(async () => new SqliteEngine(path, openFile(path)));
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  version(): string | null {
    const { file, reader } = this.handles;
    // During a snapshot, the version would be that of the snapshot.
    if (file === reader || reader.inTransaction) return null;
    try {
      return `${this.dataVersion.get()}`;
    } catch {
      return null;
    }
  }

  async read<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    try {
      return await work(this.db);
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  snapshot<Result>(work: (db: Tx['db']) => Promise<Result>): Promise<Result> {
    return this.read((db) => db.transaction().execute(work));
  }

  async write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const turn = this.last.then(() => this.inTransaction(work));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  async scrub(): Promise<void> {
    if (this.path === MEMORY) return;
    try {
      await whileLocked(() => vacuum(this.path));
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  async close(): Promise<void> {
    await this.last;
    this.handles.reader.close();
    this.handles.file.close();
  }

  private async inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const { file } = this.handles;
    return this.writing.connection().execute(async (db) => {
      try {
        await whileLocked(async () => file.exec('begin immediate'));
        const tx = { db: db as unknown as Tx['db'], dialect: SQLITE, rows: this.rows };
        const result = await work(tx);
        file.exec('commit');
        return result;
      } catch (error) {
        if (file.inTransaction) file.exec('rollback');
        throw toUnavailable(error);
      }
    });
  }
}

/** Repeats the work while another process locks the file. The library's own wait would block the process. */
const whileLocked = <Result>(work: () => Promise<Result>): Promise<Result> =>
  retry(
    { backoff: () => SQLITE_READ_PAUSE_MS, when: isBusy, withinMs: SQLITE_BUSY_RETRY_TIMEOUT_MS },
    work,
  );
