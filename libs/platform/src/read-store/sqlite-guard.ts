import { renameSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { sqliteCode } from '../event-store/sqlite-connection.js';

/**
 * Who has a SQLite file open, on one machine. SQLite finds a file's write-ahead log by its name: who
 * opens another file under the name would read the log of the one before, and who closes the one before
 * would remove the log of the other. So everybody holds a shared lock while he has the file open, and
 * only who holds the lock alone opens another one. The lock ends with its process.
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

  /** The file that has the name now; null when there is none. */
  get inode(): string | null {
    const found = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? null : `${found.ino}`;
  }

  /**
   * Opens the file, or makes it; a broken one is put aside. To be tried again when the lock is busy:
   * somebody still has the file open that had the name before. @throws {SqliteError}
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

  /** The file is not open here any more. */
  leave(): void {
    if (this.lock.inTransaction) this.lock.exec('rollback');
  }

  /** Kept for whoever wants to know why; nothing is in it that cannot be made anew. */
  putAside(inode: string | null): void {
    if (inode !== null && inode === this.inode) renameSync(this.path, `${this.path}.broken`);
  }

  close(): void {
    this.lock.close();
  }

  private share(): void {
    this.lock.exec('begin');
    // The lock comes with the first read.
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

  /** The file that was opened last. */
  private named(): string | null {
    const row = this.lock.prepare<[], { inode: string }>('select inode from opened').get();
    return row?.inode ?? null;
  }

  private removeLog(): void {
    for (const end of ['-wal', '-shm']) rmSync(`${this.path}${end}`, { force: true });
  }
}

/** Whether a file is no database, or a ruined one. */
export const isBroken = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error));
