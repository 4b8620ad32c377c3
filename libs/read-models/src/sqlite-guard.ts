import { renameSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { sqliteCode } from '#event-log/sqlite/sqlite-connection.js';

/**
 * Coordinates which processes of one machine have a SQLite file open. SQLite finds the write-ahead
 * log by the file's name. A process that opens a replaced file would read the log of the previous
 * file. A process that closes the previous file would remove the log of the new one. So a process
 * holds a shared lock while the file is open, and needs an exclusive lock to open another file. The
 * lock ends with its process.
 */
export class SqliteGuard {
  private readonly lock: Database.Database;

  /** @throws {SqliteError} */
  constructor(private readonly path: string) {
    this.lock = new Database(`${path}.lock`, { timeout: 0 });
    try {
      this.lock.exec('create table if not exists opened (one integer primary key, inode text)');
    } catch (error) {
      this.lock.close();
      throw error;
    }
  }

  /** Inode of the file that has the name now; null if it does not exist. */
  get inode(): string | null {
    const found = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? null : `${found.ino}`;
  }

  /**
   * Opens or creates the file; renames a broken one. If the lock is busy, another process still has
   * the previous file open: try again. @throws {SqliteError}
   */
  enter<Opened>(open: () => Opened): Opened {
    this.share();
    const { inode } = this;
    if (inode !== null && this.named() === inode) {
      try {
        return open();
      } catch (error) {
        if (isBroken(error)) this.putAside(inode);
        else {
          this.leave();
          throw error;
        }
      }
    }
    this.leave();
    const opened = this.lock.transaction(() => this.openAlone(open)).exclusive();
    this.share();
    return opened;
  }

  /** Releases the lock after the file was closed. */
  leave(): void {
    if (this.lock.inTransaction) this.lock.exec('rollback');
  }

  /** Renames the file, so that an operator can examine it. A rebuild restores its content. */
  putAside(inode: string | null): void {
    if (inode !== null && inode === this.inode) renameSync(this.path, `${this.path}.broken`);
  }

  close(): void {
    this.lock.close();
  }

  private share(): void {
    this.lock.exec('begin');
    // The first read takes the lock.
    this.named();
  }

  private openAlone<Opened>(open: () => Opened): Opened {
    const before = this.named();
    if (before !== null && before !== this.inode) this.removeLog();
    const opened = this.openOrMake(open);
    this.lock.prepare('insert or replace into opened values (1, ?)').run(this.inode);
    return opened;
  }

  private openOrMake<Opened>(open: () => Opened): Opened {
    try {
      return open();
    } catch (error) {
      if (!isBroken(error)) throw error;
      this.putAside(this.inode);
      this.removeLog();
      return open();
    }
  }

  /** Inode of the file that was opened last. */
  private named(): string | null {
    const row = this.lock.prepare<[], { inode: string }>('select inode from opened').get();
    return row?.inode ?? null;
  }

  private removeLog(): void {
    for (const end of ['-wal', '-shm']) rmSync(`${this.path}${end}`, { force: true });
  }
}

/** Whether a file is not a database or is corrupt. */
export const isBroken = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error));
