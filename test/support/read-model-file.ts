import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';

const PAGE_BYTES = 4_096;

/** Faults of the read-model file while processes have it open. */
export class ReadModelFile {
  constructor(readonly path: string) {}

  /** `ends`: suffixes of the names, '' for the file itself and '-wal' for its log. */
  remove(...ends: readonly string[]): void {
    for (const end of ends) rmSync(`${this.path}${end}`, { force: true });
  }

  /** Blocks other writers while `work` runs. */
  async locked(work: () => Promise<unknown>): Promise<void> {
    const db = new Database(this.path);
    try {
      db.exec('begin immediate');
      await work();
      db.exec('rollback');
    } finally {
      db.close();
    }
  }

  /** Overwrites all pages except the first. */
  async ruin(): Promise<void> {
    // A checkpoint beside readers may leave all pages in the write-ahead log.
    while (this.checkpointed() <= PAGE_BYTES) await sleep(100);
    const bytes = statSync(this.path).size - PAGE_BYTES;
    const open = openSync(this.path, 'r+');
    writeSync(open, Buffer.alloc(bytes, 0xa5), 0, bytes, PAGE_BYTES);
    closeSync(open);
  }

  /** Moves pages from the write-ahead log to the file and returns its size in bytes. */
  private checkpointed(): number {
    const db = new Database(this.path);
    db.pragma('wal_checkpoint(truncate)');
    db.close();
    return statSync(this.path).size;
  }
}
