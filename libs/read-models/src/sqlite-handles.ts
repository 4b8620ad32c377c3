import Database from 'better-sqlite3';
import { Kysely, type QueryExecutor } from 'kysely';
import {
  isBusy,
  isStorageTrouble,
  sqliteCode,
  useWriteAheadLog,
} from '#event-log/sqlite/sqlite-connection.js';
import { CONTROL_SQL, LAST_CONTROL_TABLE } from './control-tables.js';
import { CachedStatements } from './cached-statements.js';
import {
  ROWS,
  ReadStoreUnavailable,
  type Tables,
  type Tx,
  decodedRow,
  snake,
} from './sql-engine.js';
import { SQLITE } from './dialect.js';
import type { Column, Columns, Row } from '#kernel/projection/table.js';
import { SQLITE_BUSY_TIMEOUT_MS } from '#event-log/timing.js';

/** A database in the memory of one process, with one connection. */
export const MEMORY = ':memory:';

/** Size of the write-ahead log at which SQLite moves it into the file. */
const WAL_PAGES_MAX = 4_000;

/** Two connections, so that reads run beside a transaction without seeing it. */
export type Handles = {
  /** Counts the files that this process opened. */
  readonly number: number;
  readonly file: Database.Database;
  readonly reader: Database.Database;
  /** Changes for the reader after each commit of another connection. */
  readonly version: Database.Statement<[], bigint>;
  readonly reading: Kysely<Tables>;
  readonly writing: Kysely<Tables>;
  readonly each: Tx['each'];
};

let opened = 0;

/** Opens or creates a file with the control tables. Calls `heed` with each failure. */
export const openHandles = (path: string, heed: (error: unknown) => void): Handles => {
  const file = connect(path);
  try {
    if (path !== MEMORY) useWriteAheadLog(file);
    file.pragma('synchronous = NORMAL');
    // Otherwise a third-party view over a dropped table prevents every table from being renamed.
    file.pragma('legacy_alter_table = on');
    file.pragma(`wal_autocheckpoint = ${WAL_PAGES_MAX}`);
    if (!isMade(file))
      file.transaction(() => CONTROL_SQL('integer').forEach((each) => file.exec(each))).immediate();
    const reader = path === MEMORY ? file : connect(path);
    const writing = kyselyOn(file, heed);
    const reading = reader === file ? writing : tellingAway(kyselyOn(reader, heed));
    const version = reader.prepare<[], bigint>('pragma data_version').pluck();
    return { number: ++opened, file, reader, version, reading, writing, each: eachIn(file) };
  } catch (error) {
    file.close();
    throw error;
  }
};

/**
 * If the tables exist, the process writes nothing and can start while another process holds the
 * lock.
 */
const isMade = (file: Database.Database): boolean =>
  file.prepare('select 1 from sqlite_schema where name = ?').get(LAST_CONTROL_TABLE) !== undefined;

export const closeHandles = ({ file, reader }: Handles): void => {
  reader.close();
  file.close();
};

const connect = (path: string): Database.Database => {
  const file = new Database(path, { timeout: SQLITE_BUSY_TIMEOUT_MS });
  file.defaultSafeIntegers(true);
  return file;
};

const kyselyOn = (database: Database.Database, heed: (error: unknown) => void): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new CachedStatements(database),
    log: (entry) => {
      if (entry.level === 'error') heed(entry.error);
    },
  });

/** Converts the errors of single reads. Transactions have a separate executor. */
const tellingAway = (db: Kysely<Tables>): Kysely<Tables> => {
  const executor = db.getExecutor();
  const once = executor.executeQuery.bind(executor);
  const executeQuery: QueryExecutor['executeQuery'] = async (...asked) => {
    try {
      return await once(...asked);
    } catch (error) {
      throw awayFrom(error);
    }
  };
  Object.assign(executor, { executeQuery });
  return db;
};

/**
 * Returns the same error, or `ReadStoreUnavailable`. A file that is being reopened was closed under
 * its readers.
 */
export const awayFrom = (error: unknown): unknown => {
  const isClosed = error instanceof Error && /connection is not open$/.test(error.message);
  if (!isClosed && !isBusy(error) && !isStorageTrouble(error)) return error;
  const why = isClosed ? 'it is being reopened' : sqliteCode(error);
  return new ReadStoreUnavailable(`the file of the read models failed: ${why}`, { cause: error });
};

/** Runs the statement for one row at a time: without a network, a prepared statement is fastest. */
const eachIn = (file: Database.Database): Tx['each'] => {
  const prepared = new Map<string, ReturnType<typeof preparedFor>>();
  return async (text, given, rows, asked = {}) => {
    if (rows.length === 0) return [];
    const { statement, columns } = prepared.get(text) ?? preparedFor(file, text, given);
    prepared.set(text, { statement, columns });
    const found: Row[] = [];
    for (const row of rows) {
      const values = columns.map(([name, { type }]) => SQLITE.encode(type, row[name] ?? null));
      if (!statement.reader) {
        statement.run(values);
        continue;
      }
      const one = statement.get(values);
      if (one !== undefined) found.push(decodedRow(SQLITE, asked, one));
    }
    return found;
  };
};

/** Returns the statement for one row, and the columns of its parameters, in order. */
const preparedFor = (file: Database.Database, text: string, given: Columns) => {
  const inSql = new Map(Object.entries(given).map((column) => [snake(column[0]), column]));
  const columns = [...text.matchAll(VALUE)].flatMap(([, name = '']) => [inSql.get(name) ?? []]);
  const statement = file.prepare<unknown[], Row>(text.replace(ROWS, '').replaceAll(VALUE, '?'));
  return { statement, columns: columns as [string, Column][] };
};

const VALUE = /\bx\.(\w+)/g;
