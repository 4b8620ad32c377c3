import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

type Statement<Parameters extends unknown[], Result> = Database.Statement<Parameters, Result>;

/** Version of the tables. */
const LAYOUT = 1;

/**
 * The sandbox's database. Confirmed writes survive a kill of the process. The last writes may be lost
 * in a power failure, because a write does not wait for the disk.
 */
export class Store {
  private readonly db: Database.Database;
  private readonly statements = new Map<string, Statement<unknown[], unknown>>();
  private afterwards: (() => void)[] = [];

  /** @throws {Error} if the directory has the state of an earlier version. */
  constructor(dataDir: string) {
    const directory = join(dataDir, 'sandbox');
    mkdirSync(directory, { recursive: true });
    const file = join(directory, 'sandbox.db');
    this.db = new Database(file);
    this.db.pragma('journal_mode = WAL');
    this.db.pragma('synchronous = NORMAL');
    this.db.pragma('busy_timeout = 5000');
    const isNew = this.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
    if (!isNew && this.db.pragma('user_version', { simple: true }) !== LAYOUT)
      throw new Error(`${file} is of an earlier version: choose another DATA_DIR`);
    this.db.pragma(`user_version = ${LAYOUT}`);
  }

  /** Runs statements that create tables. */
  define(sql: string): void {
    this.db.exec(sql);
  }

  /** Compiles each statement once. */
  prepare<Parameters extends unknown[], Result = unknown>(sql: string) {
    const statement = this.statements.get(sql) ?? this.db.prepare(sql);
    this.statements.set(sql, statement);
    return statement as Statement<Parameters, Result>;
  }

  /** Runs `work` in a transaction. Inside another `write`, it joins that transaction. */
  write<Result>(work: () => Result): Result {
    if (this.db.inTransaction) return work();
    this.afterwards = [];
    const result = this.db.transaction(work).immediate();
    for (const action of this.afterwards.splice(0)) action();
    return result;
  }

  /** Runs `action` after the commit of the current transaction, or now outside a transaction. */
  afterCommit(action: () => void): void {
    if (this.db.inTransaction) this.afterwards.push(action);
    else action();
  }

  close(): void {
    this.db.close();
  }
}
