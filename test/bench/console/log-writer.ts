import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import type { Event } from './lives.js';

const EVENTS_AT_ONCE = 10_000;
/** Enough for both indexes of ids that come in no order. */
const CACHE_KIB = 1_000_000;

/** Writes past a service that is down, as fast as the file takes it. */
export class LogWriter {
  written = 0;
  private rows: string[][] = [];
  private readonly db: Database.Database;
  private readonly insert: (rows: readonly (readonly string[])[]) => void;

  constructor(file: string) {
    this.db = new Database(file);
    // Nobody relies on what is written before it is closed.
    this.db.pragma('synchronous = OFF');
    this.db.pragma(`cache_size = -${CACHE_KIB}`);
    const one = this.db.prepare(
      'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, CAST(? AS INTEGER), ?, ?, ?, ?)',
    );
    this.insert = this.db.transaction((rows: readonly (readonly string[])[]) => {
      for (const row of rows) one.run(...row);
    });
  }

  add(partnerId: string, events: readonly Event[]): void {
    const correlationId = randomUUID();
    for (const { stream, revision, type, data, at } of events) {
      const about = { partnerId, correlationId, causationId: correlationId, actor: 'worker', at };
      const texts = [type, JSON.stringify(data), JSON.stringify(about)];
      this.rows.push([stream, String(revision), randomUUID(), ...texts]);
    }
    if (this.rows.length >= EVENTS_AT_ONCE) this.flush();
  }

  /** How many events a stream has that others began. */
  lengthOf(stream: string): number {
    const sql = 'SELECT count(*) AS n FROM events WHERE stream = ?';
    return this.db.prepare<[string], { n: number }>(sql).get(stream)?.n ?? 0;
  }

  /** Answers the position of the last event. */
  close(): number {
    this.flush();
    const sql = 'SELECT max(position) AS head FROM events';
    const { head } = this.db.prepare<[], { head: number }>(sql).get() ?? { head: 0 };
    this.db.close();
    return head;
  }

  private flush(): void {
    this.insert(this.rows);
    this.written += this.rows.length;
    this.rows = [];
  }
}
