import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { sqliteCode } from './sqlite-connection.js';

/** Facts about an intact file of the embedded log. */
export type LogFile = { readonly events: number; readonly head: string; readonly bytes: number };

/** File mode of copies, which contain the whole log. */
export const ONLY_MINE = 0o600;

const COLUMNS = ['position', 'stream', 'revision', 'id', 'type', 'data', 'metadata'].join();

/**
 * Reads the whole file and checks its integrity, its columns, and that streams have no gaps. Merges
 * the journal into the file. `name`: name of the file in errors.
 * @throws {Error} the file is damaged or not an event log
 */
export const checkLogFile = (path: string, name = path): LogFile => {
  const db = new Database(path, { fileMustExist: true });
  try {
    db.pragma('journal_mode = DELETE');
    const [found] = db.pragma('integrity_check(1)') as { readonly integrity_check: string }[];
    if (found?.integrity_check !== 'ok')
      throw new Error(`${name} is damaged: ${found?.integrity_check}`);
    const columns = db.pragma('table_info(events)') as { readonly name: string }[];
    if (columns.map(({ name }) => name).join() !== COLUMNS)
      throw new Error(`${name} is not an event log of this version.`);
    const broken = db
      .prepare<[], { readonly stream: string }>(
        'SELECT stream FROM events GROUP BY stream HAVING count(*) <> max(revision) + 1 LIMIT 1',
      )
      .get();
    if (broken !== undefined) throw new Error(`${name} lacks events of ${broken.stream}.`);
    return { ...extentOf(db), bytes: statSync(path).size };
  } catch (error) {
    const code = sqliteCode(error);
    if (code === 'SQLITE_NOTADB')
      throw new Error(`${name} is not a SQLite file.`, { cause: error });
    if (code === 'SQLITE_CORRUPT') throw new Error(`${name} is damaged or cut.`, { cause: error });
    throw error;
  } finally {
    db.close();
  }
};

/** Returns whether both paths lead to the same file. */
export const isSameFile = (one: string, other: string): boolean =>
  existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other);

/** Returns the number of events and the position of the last event. */
export const extentOf = (db: Database.Database): Pick<LogFile, 'events' | 'head'> => {
  const sql = 'SELECT count(*) AS events, coalesce(max(position), 0) AS head FROM events';
  const found = db.prepare<[], { events: bigint; head: bigint }>(sql).safeIntegers().get();
  return { events: Number(found?.events ?? 0n), head: `${found?.head ?? 0n}` };
};

/** Makes a file and its name durable. */
export const syncFile = (path: string): void => {
  for (const each of [path, dirname(path)]) {
    const file = openSync(each, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
};

/** Removes a database with its journals. */
export const removeDatabase = (path: string): void => {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${end}`, { force: true });
};
