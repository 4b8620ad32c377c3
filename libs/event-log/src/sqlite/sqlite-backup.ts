import { existsSync, renameSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import {
  type LogFile,
  ONLY_MINE,
  checkLogFile,
  extentOf,
  isSameFile,
  removeDatabase,
  syncFile,
} from './sqlite-file.js';

export type BackupOptions = {
  /** Whether to replace an existing file. */
  readonly force: boolean;
  readonly onProgress: (percent: number) => void;
};

const PAGES_AT_ONCE = 1_000;
/**
 * Copies a snapshot of the embedded log while other processes write to it. The copy gets its name
 * once it is complete, checked and durable.
 * @throws {Error} the log is missing, the name is taken, or the copy is damaged
 */
export const backUpLog = async (
  source: string,
  to: string,
  { force, onProgress }: BackupOptions,
): Promise<LogFile> => {
  if (!existsSync(source)) throw new Error(`There is no event log at ${source}.`);
  if (isSameFile(source, to)) throw new Error('A log cannot be its own backup.');
  if (existsSync(to) && !force) throw new Error(`${to} exists already; --force replaces it.`);
  const temporary = `${to}.${process.pid}`;
  // A killed process may have left this file: in a container process ids repeat.
  removeDatabase(temporary);
  writeFileSync(temporary, '', { mode: ONLY_MINE, flag: 'wx' });
  try {
    const expected = await copy(source, temporary, onProgress);
    const found = checkLogFile(temporary);
    if (found.events !== expected.events || found.head !== expected.head)
      throw new Error(`The copy ends at ${found.head}, the log at ${expected.head}.`);
    syncFile(temporary);
    renameSync(temporary, to);
    syncFile(to);
    return found;
  } finally {
    removeDatabase(temporary);
  }
};

/** Copies within a read transaction. Otherwise SQLite restarts the copy after each append. */
const copy = async (source: string, to: string, onProgress: BackupOptions['onProgress']) => {
  const db = new Database(source, { fileMustExist: true, readonly: true });
  try {
    db.exec('BEGIN');
    const extent = extentOf(db);
    await db.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(Math.floor(((totalPages - remainingPages) * 100) / Math.max(1, totalPages)));
        return PAGES_AT_ONCE;
      },
    });
    return extent;
  } finally {
    db.close();
  }
};
