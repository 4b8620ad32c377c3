import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { SCHEMA } from './schema.js';

/** The sandbox's own database. What it has answered, it still knows after a kill. */
export class Store {
  readonly db: Database.Database;
  private afterwards: (() => void)[] = [];

  constructor(dataDir: string) {
    const directory = join(dataDir, 'sandbox');
    makeDirectory(directory);
    this.db = new Database(join(directory, 'sandbox.db'));
    this.db.defaultSafeIntegers(true);
    this.db.pragma('journal_mode = WAL');
    this.db.pragma('synchronous = FULL');
    this.db.pragma('busy_timeout = 5000');
    this.db.exec(SCHEMA);
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

  close(): void {
    this.db.close();
  }
}

/** Level by level: under /proc, Node 20's recursive one never returns. */
const makeDirectory = (directory: string): void => {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  mkdirSync(directory);
};
