import { renameSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import {
  isBusy,
  isStorageTrouble,
  sqliteCode,
  useWriteAheadLog,
} from '#event-log/sqlite/sqlite-connection.js';
import { SQLITE_BUSY_TIMEOUT_MS } from '#event-log/timing.js';
import { CONTROL_SQL, LAST_CONTROL_TABLE } from './control-tables.js';
import { ReadStoreUnavailable } from './sql-engine.js';

/** A database in the memory of one process, with one connection. */
export const MEMORY = ':memory:';

/** Size of the write-ahead log at which SQLite moves it into the file. */
const WAL_PAGES_MAX = 4_000;

/** Two connections, so that reads run beside a transaction without seeing it. */
export type SqliteFile = {
  readonly file: Database.Database;
  readonly reader: Database.Database;
};

/**
 * Opens or creates a file with the control tables. Moves a damaged file aside: an operator can
 * examine it, and a rebuild restores its content. @throws {SqliteError}
 */
export const openFile = (path: string): SqliteFile => {
  const inode = inodeOf(path);
  try {
    return opened(path);
  } catch (error) {
    if (inode === null || !isDamaged(error)) throw error;
    // Another process may have replaced the file since.
    if (inodeOf(path) === inode) {
      renameSync(path, `${path}.broken`);
      for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    }
    return opened(path);
  }
};

const inodeOf = (path: string): bigint | null =>
  path === MEMORY ? null : (statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null);

const isDamaged = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error));

const opened = (path: string): SqliteFile => {
  const file = connect(path);
  try {
    if (path !== MEMORY) useWriteAheadLog(file);
    file.pragma('synchronous = NORMAL');
    file.pragma(`wal_autocheckpoint = ${WAL_PAGES_MAX}`);
    if (!hasControlTables(file))
      file.transaction(() => CONTROL_SQL('integer').forEach((each) => file.exec(each))).immediate();
    readEachTable(file);
    return { file, reader: path === MEMORY ? file : connect(path) };
  } catch (error) {
    file.close();
    throw error;
  }
};

/**
 * If the tables exist, the process writes nothing and can start while another process holds the
 * lock.
 */
const hasControlTables = (file: Database.Database): boolean =>
  file.prepare('select 1 from sqlite_schema where name = ?').get(LAST_CONTROL_TABLE) !== undefined;

/** Detects damage of most kinds. A check of all pages takes too long. @throws {SqliteError} */
const readEachTable = (file: Database.Database): void => {
  const tables = "select name from sqlite_schema where type = 'table'";
  for (const name of file.prepare<[], string>(tables).pluck().all())
    file.prepare(`select * from "${name}" limit 1`).get();
};

const connect = (path: string): Database.Database => {
  const file = new Database(path, { timeout: SQLITE_BUSY_TIMEOUT_MS });
  file.defaultSafeIntegers(true);
  return file;
};

/** Returns the same error, or `ReadStoreUnavailable`. */
export const toUnavailable = (error: unknown): unknown =>
  isBusy(error) || isStorageTrouble(error)
    ? new ReadStoreUnavailable(`the file of the read models failed: ${sqliteCode(error)}`, {
        cause: error,
      })
    : error;
