import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { ADDED_COLUMNS, SCHEMA } from './schema.js';

type Statement<Parameters extends unknown[], Result> = Database.Statement<Parameters, Result>;

/**
 * The sandbox's own database. What it has answered, it still knows after a kill. It does not wait for
 * the disk, which a real broker would not share with us: a power cut may take its last moments.
 */
export class Store {
  private readonly db: Database.Database;
  private readonly statements = new Map<string, Statement<unknown[], unknown>>();
  private afterwards: (() => void)[] = [];

  constructor(dataDir: string) {
    const directory = join(dataDir, 'sandbox');
    makeDirectory(directory);
    this.db = new Database(join(directory, 'sandbox.db'));
    this.db.defaultSafeIntegers(true);
    this.db.pragma('journal_mode = WAL');
    this.db.pragma('synchronous = NORMAL');
    this.db.pragma('busy_timeout = 5000');
    this.db.exec(SCHEMA);
    this.addColumns();
  }

  /** Compiled once for each text. */
  prepare<Parameters extends unknown[], Result = unknown>(sql: string) {
    const statement = this.statements.get(sql) ?? this.db.prepare(sql);
    this.statements.set(sql, statement);
    return statement as Statement<Parameters, Result>;
  }

  /** All of it or nothing. Inside another `write` it joins that one. */
  write<Result>(work: () => Result): Result {
    if (this.db.inTransaction) return work();
    this.afterwards = [];
    const result = this.db.transaction(work).immediate();
    for (const action of this.afterwards.splice(0)) action();
    return result;
  }

  /** Runs once the present transaction is on disk, never if it is rolled back; without one, now. */
  afterCommit(action: () => void): void {
    if (this.db.inTransaction) this.afterwards.push(action);
    else action();
  }

  private addColumns(): void {
    for (const [table, column, type] of ADDED_COLUMNS) {
      const known = this.db.pragma(`table_info(${table})`) as { readonly name: string }[];
      if (known.every(({ name }) => name !== column))
        this.db.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
    }
  }

  close(): void {
    this.db.close();
  }
}

/** Level by level: under /proc, Node's own recursive form never returns. */
const makeDirectory = (directory: string): void => {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  mkdirSync(directory);
};
