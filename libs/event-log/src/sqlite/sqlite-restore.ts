import { chmodSync, copyFileSync, existsSync, linkSync, renameSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isBusy } from './sqlite-connection.js';
import { erasedIn, eraseIn } from './sqlite-erasures.js';
import { type LogFile, ONLY_MINE, checkLogFile, removeDatabase, syncFile } from './sqlite-file.js';

/** `before`: path of the replaced log, null without one. */
export type Restored = LogFile & {
  readonly before: string | null;
  /** Events of the replaced log after the last one of the backup. Null if missing or damaged. */
  readonly leftBehind: number | null;
  /** Number of destroyed keys that the backup still had. */
  readonly erasedAgain: number;
};

/** People who were erased after the backup, in addition to those in the present log. */
export type Erased = { readonly people: readonly string[]; readonly hashes: ReadonlySet<string> };

const NONE: Erased = { people: [], hashes: new Set() };
const WAL = '-wal';
const JOURNALS = [WAL, '-shm'];

/**
 * Replaces the embedded log by a backup, in one step. The replaced log stays under another name. If
 * the processes of a log were killed, its journal is part of it. Positions continue after those of
 * the replaced log, so that they stay unique. People who were erased since stay erased.
 * @throws {Error} the backup is damaged, or another process uses the log. The log is unchanged then.
 */
export const restoreLog = (
  from: string,
  target: string,
  now: Date,
  erased: Erased = NONE,
): Restored => {
  if (!existsSync(from)) throw new Error(`The file ${from} does not exist.`);
  const temporary = `${target}.restore-${process.pid}`;
  try {
    removeDatabase(temporary);
    copyFileSync(from, temporary);
    chmodSync(temporary, ONLY_MINE);
    if (existsSync(`${from}${WAL}`)) copyFileSync(`${from}${WAL}`, `${temporary}${WAL}`);
    const found = checkLogFile(temporary, from);
    const lastAssigned = existsSync(target) ? closeLog(target) : null;
    const leftBehind = lastAssigned === null ? null : eventsAfter(target, found.head);
    if (lastAssigned !== null) skipTo(temporary, lastAssigned);
    const people = [...new Set([...erased.people, ...erasedIn(target)])];
    const erasedAgain = eraseIn(temporary, people, erased.hashes);
    syncFile(temporary);
    const before = existsSync(target) ? `${target}.before-${stampOf(now)}` : null;
    if (before !== null) linkSync(target, before);
    for (const end of JOURNALS) if (existsSync(`${target}${end}`)) setAside(target, end, before);
    renameSync(temporary, target);
    syncFile(target);
    return { ...found, before, leftBehind, erasedAgain };
  } finally {
    removeDatabase(temporary);
  }
};

/**
 * Merges the journal into the file. Returns the last position that the log assigned, null for a
 * damaged log.
 * @throws {Error} another process uses the log
 */
const closeLog = (path: string): bigint | null => {
  try {
    const db = new Database(path, { fileMustExist: true, timeout: 0 });
    try {
      db.pragma('journal_mode = DELETE');
      return lastAssignedBy(db);
    } finally {
      db.close();
    }
  } catch (error) {
    if (isBusy(error))
      throw new Error('The event log is in use: stop the service first.', { cause: error });
    return null;
  }
};

/** Returns the number of events after a position, null for a damaged log. */
const eventsAfter = (path: string, position: string): number | null => {
  const db = new Database(path, { readonly: true });
  try {
    const sql = 'SELECT count(*) AS count FROM events WHERE position > ?';
    return db.prepare<[bigint], { count: number }>(sql).get(BigInt(position))?.count ?? 0;
  } catch {
    return null;
  } finally {
    db.close();
  }
};

const SEQUENCE = "SELECT seq FROM sqlite_sequence WHERE name = 'events'";

const lastAssignedBy = (db: Database.Database): bigint | null =>
  db.prepare<[], { seq: bigint }>(SEQUENCE).safeIntegers().get()?.seq ?? null;

const skipTo = (path: string, position: bigint): void => {
  const db = new Database(path, { fileMustExist: true });
  try {
    const last = lastAssignedBy(db) ?? -1n;
    db.exec("DELETE FROM sqlite_sequence WHERE name = 'events'");
    const sql = "INSERT INTO sqlite_sequence (name, seq) VALUES ('events', ?)";
    db.prepare(sql).run(last > position ? last : position);
  } finally {
    db.close();
  }
};

/** Renames the journal of a damaged log, because SQLite would apply it to the new log. */
const setAside = (target: string, end: string, before: string | null): void =>
  renameSync(`${target}${end}`, `${before ?? `${target}.before`}${end}`);

const stampOf = (now: Date): string => now.toISOString().replaceAll(/[-:.]/g, '');
