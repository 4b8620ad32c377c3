import { chmodSync, copyFileSync, existsSync, linkSync, renameSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isBusy } from './sqlite-connection.js';
import { erasedIn, eraseIn } from './sqlite-erasures.js';
import { type LogFile, ONLY_MINE, checkLogFile, removeDatabase, syncFile } from './sqlite-file.js';

/** `before`: where the log that was there is kept; null when there was none. */
export type Restored = LogFile & {
  readonly before: string | null;
  /** Events of that log which come after the last one of the backup; null when it was none, or damaged. */
  readonly leftBehind: number | null;
  /** People whose keys the backup would have brought back. */
  readonly erasedAgain: number;
};

/** People who were erased after the backup, in addition to those that the present log knows. */
export type Erased = { readonly people: readonly string[]; readonly hashes: ReadonlySet<string> };

const NOBODY: Erased = { people: [], hashes: new Set() };
const WAL = '-wal';
const JOURNALS = [WAL, '-shm'];

/**
 * Puts a backup into the place of the embedded log, in one step; what was there stays beside it. A log
 * whose processes were killed has a journal beside it, which is part of it.
 * Positions go on behind those of the old log, so that none is given out twice, and who was erased
 * since stays so.
 * @throws {Error} the backup is not sound, or another process has the log open; nothing has changed
 */
export const restoreLog = (
  from: string,
  target: string,
  now: Date,
  erased: Erased = NOBODY,
): Restored => {
  if (!existsSync(from)) throw new Error(`There is no file ${from}.`);
  const temporary = `${target}.restore-${process.pid}`;
  try {
    removeDatabase(temporary);
    copyFileSync(from, temporary);
    chmodSync(temporary, ONLY_MINE);
    if (existsSync(`${from}${WAL}`)) copyFileSync(`${from}${WAL}`, `${temporary}${WAL}`);
    const found = checkLogFile(temporary, from);
    const lastGiven = existsSync(target) ? closedLog(target) : null;
    const leftBehind = lastGiven === null ? null : eventsBehind(target, found.head);
    if (lastGiven !== null) skipTo(temporary, lastGiven);
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
 * Takes the journal into the file, which nobody can do while others have it open, and answers the
 * last position it gave out; null when it is damaged.
 */
const closedLog = (path: string): bigint | null => {
  try {
    const db = new Database(path, { fileMustExist: true, timeout: 0 });
    try {
      db.pragma('journal_mode = DELETE');
      return lastGivenBy(db);
    } finally {
      db.close();
    }
  } catch (error) {
    if (isBusy(error))
      throw new Error('The event log is in use: stop the service first.', { cause: error });
    return null;
  }
};

/** How many events of a log come after this position; null when it is damaged. */
const eventsBehind = (path: string, position: string): number | null => {
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

const lastGivenBy = (db: Database.Database): bigint | null =>
  db.prepare<[], { seq: bigint }>(SEQUENCE).safeIntegers().get()?.seq ?? null;

const skipTo = (path: string, position: bigint): void => {
  const db = new Database(path, { fileMustExist: true });
  try {
    const last = lastGivenBy(db) ?? -1n;
    db.exec("DELETE FROM sqlite_sequence WHERE name = 'events'");
    const sql = "INSERT INTO sqlite_sequence (name, seq) VALUES ('events', ?)";
    db.prepare(sql).run(last > position ? last : position);
  } finally {
    db.close();
  }
};

/** A damaged log's journal goes with it: it would be taken for the new one's. */
const setAside = (target: string, end: string, before: string | null): void =>
  renameSync(`${target}${end}`, `${before ?? `${target}.before`}${end}`);

const stampOf = (now: Date): string => now.toISOString().replaceAll(/[-:.]/g, '');
