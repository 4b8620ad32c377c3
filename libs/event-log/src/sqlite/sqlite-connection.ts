import type Database from 'better-sqlite3';
import type { EventRow } from '#kernel/event-store/append-input.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { parseLenientJson, readMetadata } from '#kernel/event-store/lenient-json.js';
import { SqliteKeyTable } from './sqlite-key-table.js';
import { SQLITE_BUSY_TIMEOUT_MS } from '../timing.js';

/** Processes that open the embedded log at the same time wait this long for each other. */
const SQLITE_OPEN_TIMEOUT_MS = 5_000;
/** The pause between two attempts to switch the file to its write-ahead log. */
const SQLITE_OPEN_PAUSE_MS = 20;

/** How a database file is opened; tests put a meddler in between. */
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
type Place = { readonly id: string; readonly revision: bigint; readonly position: bigint };

const COLUMNS = 'position, stream, revision, id, type, data, metadata';

/** Events of one read. */
export const PAGE_EVENTS = 500;

/** The highest number that SQLite knows. */
export const LAST = 2n ** 63n - 1n;

/**
 * SQLite plans a sorting statement again for each run, which takes twice as long as the run, if a
 * compared value or the limit is a bare parameter. A cast avoids this.
 */
const STREAM = 'stream = CAST(? AS TEXT)';

/** One open database with its prepared statements. Everything here is synchronous. */
export class SqliteConnection {
  private readonly tipOf;
  private readonly checkpointsAfter;
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
    this.checkpointsAfter = read<Place>(
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

  /** Creates the file and its table when they are missing. @throws {SqliteError} */
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

  /** Opens again what `create` made; a file that has gone stays gone. @throws {SqliteError} */
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

  /** Revision of a stream's last event, -1 when there is none. */
  tip(stream: string): bigint {
    return this.tipOf.get(stream)?.revision ?? -1n;
  }

  /** The first `count` places of a stream after a revision. */
  places(stream: string, after: bigint, count: number): readonly Place[] {
    return this.checkpointsAfter.all(stream, after, count);
  }

  /** Answers the position of the new event. */
  insert(stream: string, revision: bigint, { id, type, data, metadata }: EventRow): bigint {
    return BigInt(this.insertRow.run(stream, revision, id, type, data, metadata).lastInsertRowid);
  }

  /** A page of a stream from a revision to another. */
  readStream(stream: string, from: bigint, to: bigint): readonly RecordedEvent[] {
    return this.streamPage.all(stream, from, to).map(toRecorded);
  }

  /** A page of the log after a position, and one event more where there are more. */
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

/** Two processes that change the journal mode at once are refused without waiting. */
export const useWriteAheadLog = (db: Database.Database): void => {
  for (let attempt = 1; ; attempt++) {
    try {
      const mode = db.pragma('journal_mode = WAL', { simple: true });
      if (mode !== 'wal')
        throw new Error('the database needs a file that can have a write-ahead log');
      return;
    } catch (error) {
      if (!isBusy(error) || attempt === OPEN_TRIES_MAX) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SQLITE_OPEN_PAUSE_MS);
    }
  }
};

/** As objects with named fields rows took half as long again. */
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

/** SQLite's own name of what went wrong (`SQLITE_BUSY` …), or '' for any other error. */
export const sqliteCode = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : '';
};

export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error));

/** The disk, the file or its rights are in the way, not the program. */
export const isStorageTrouble = (error: unknown): boolean =>
  /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|PROTOCOL|NOMEM|PERM|NOLFS)/.test(
    sqliteCode(error),
  );

export const isDuplicate = (error: unknown): boolean =>
  /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)/.test(sqliteCode(error));
