import type Database from 'better-sqlite3';
import type { EventRow } from '#kernel/event-store/append-input.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { parseLenientJson, readMetadata } from '#kernel/event-store/lenient-json.js';
import { SqliteKeyTable } from './sqlite-key-table.js';
import { SQLITE_BUSY_TIMEOUT_MS } from '../timing.js';

/** Time for which processes wait for each other while they open the embedded log. */
const SQLITE_OPEN_TIMEOUT_MS = 5_000;
/** Pause between two attempts to enable the write-ahead log. */
const SQLITE_OPEN_PAUSE_MS = 20;

/** Opens a database file. Tests inject faults here. */
export type Connect = (path: string, options: Database.Options) => Database.Database;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream   TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id       TEXT NOT NULL UNIQUE,
    type     TEXT NOT NULL,
    data     TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT`;

const OPEN_TRIES_MAX = 20;

/** In the order of `COLUMNS`. */
type StoredEvent = readonly [
  position: bigint,
  stream: string,
  revision: bigint,
  id: string,
  type: string,
  data: string,
  metadata: string,
];
type StoredPosition = {
  readonly id: string;
  readonly revision: bigint;
  readonly position: bigint;
};

const COLUMNS = 'position, stream, revision, id, type, data, metadata';

/** Limit of events in one read. */
export const PAGE_EVENTS = 500;

/** Highest integer of SQLite. */
export const LAST = 2n ** 63n - 1n;

/**
 * Condition with a cast. Without it SQLite plans a sorting statement again for each run, which takes
 * twice as long as the run. The same applies to a limit.
 */
const STREAM = 'stream = CAST(? AS TEXT)';

/** An open database with its prepared statements. All methods are synchronous. */
export class SqliteConnection {
  private readonly tipOf;
  private readonly positionsAfter;
  private readonly insertRow;
  private readonly streamPage;
  private readonly logPage;
  private readonly lastPosition;
  readonly keys;

  private constructor(readonly db: Database.Database) {
    const read = <Row>(sql: string) => db.prepare<unknown[], Row>(sql).safeIntegers(true);
    this.tipOf = read<{ revision: bigint }>(
      `SELECT revision FROM events WHERE ${STREAM} ORDER BY revision DESC LIMIT 1`,
    );
    this.positionsAfter = read<StoredPosition>(
      `SELECT id, revision, position FROM events WHERE ${STREAM} AND revision > ? ORDER BY revision LIMIT CAST(? AS INTEGER)`,
    );
    this.insertRow = db.prepare(
      'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.insertRow.safeIntegers(true);
    this.streamPage = read<StoredEvent>(
      `SELECT ${COLUMNS} FROM events WHERE ${STREAM} AND revision BETWEEN ? AND ? ORDER BY revision LIMIT ${PAGE_EVENTS}`,
    ).raw(true);
    this.logPage = read<StoredEvent>(
      `SELECT ${COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ${PAGE_EVENTS + 1}`,
    ).raw(true);
    this.lastPosition = read<{ head: bigint | null }>('SELECT max(position) AS head FROM events');
    this.keys = new SqliteKeyTable(db);
  }

  /** Opens the file. Creates missing files and tables. @throws {SqliteError} */
  static create(path: string, connect: Connect): SqliteConnection {
    const db = connect(path, { timeout: SQLITE_OPEN_TIMEOUT_MS });
    try {
      useWriteAheadLog(db);
      db.pragma('synchronous = FULL');
      db.pragma('secure_delete = ON');
      db.transaction(() => db.exec(SCHEMA).exec(SqliteKeyTable.schema)).immediate();
      db.pragma(`busy_timeout = ${SQLITE_BUSY_TIMEOUT_MS}`);
      return new SqliteConnection(db);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Opens an existing file. @throws {SqliteError} also for a missing file */
  static reopen(path: string, connect: Connect): SqliteConnection {
    const db = connect(path, { timeout: SQLITE_BUSY_TIMEOUT_MS, fileMustExist: true });
    try {
      db.pragma('synchronous = FULL');
      db.pragma('secure_delete = ON');
      return new SqliteConnection(db);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Returns the revision of a stream's last event, -1 without one. */
  tip(stream: string): bigint {
    return this.tipOf.get(stream)?.revision ?? -1n;
  }

  /** Returns ids and positions of the first `count` events of a stream after a revision. */
  positions(stream: string, after: bigint, count: number): readonly StoredPosition[] {
    return this.positionsAfter.all(stream, after, count);
  }

  /** Returns the position of the new event. */
  insert(stream: string, revision: bigint, { id, type, data, metadata }: EventRow): bigint {
    return BigInt(this.insertRow.run(stream, revision, id, type, data, metadata).lastInsertRowid);
  }

  /** Returns a page of a stream, from revision `from` to revision `to`. */
  readStream(stream: string, from: bigint, to: bigint): readonly RecordedEvent[] {
    return this.streamPage.all(stream, from, to).map(toRecorded);
  }

  /** Returns a page of the log after a position, with one extra event if the log has more. */
  readLog(after: bigint): readonly RecordedEvent[] {
    return this.logPage.all(after).map(toRecorded);
  }

  head(): bigint | null {
    return this.lastPosition.get()?.head ?? null;
  }

  close(): void {
    this.db.close();
  }
}

/** Enables the write-ahead log. Retries, because SQLite does not wait for another process here. */
export const useWriteAheadLog = (db: Database.Database): void => {
  for (let attempt = 1; ; attempt++) {
    try {
      const mode = db.pragma('journal_mode = WAL', { simple: true });
      if (mode !== 'wal')
        throw new Error('the file of the database does not support a write-ahead log');
      return;
    } catch (error) {
      if (!isBusy(error) || attempt === OPEN_TRIES_MAX) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SQLITE_OPEN_PAUSE_MS);
    }
  }
};

/** Converts a row. Rows are arrays, because rows as objects took 50% longer. */
const toRecorded = (row: StoredEvent): RecordedEvent => {
  const [position, stream, revision, id, type, data, metadata] = row;
  return {
    position,
    stream,
    revision,
    id,
    type,
    data: parseLenientJson(data),
    metadata: readMetadata(parseLenientJson(metadata)),
  };
};

/** Returns SQLite's error code (`SQLITE_BUSY` …), or '' for any other error. */
export const sqliteCode = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : '';
};

export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error));

/** Returns whether the cause of an error is the disk, the file or its rights. */
export const isStorageTrouble = (error: unknown): boolean =>
  /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|PROTOCOL|NOMEM|PERM|NOLFS)/.test(
    sqliteCode(error),
  );

export const isDuplicate = (error: unknown): boolean =>
  /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)/.test(sqliteCode(error));
