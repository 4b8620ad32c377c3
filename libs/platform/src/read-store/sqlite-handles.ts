import Database from 'better-sqlite3';
import { Kysely, type QueryExecutor } from 'kysely';
import { SQLITE_BUSY_TIMEOUT_MS } from '../core/timing.js';
import {
  isBusy,
  isStorageTrouble,
  sqliteCode,
  useWriteAheadLog,
} from '../event-store/sqlite-connection.js';
import { CONTROL_SQL, LAST_CONTROL_TABLE } from './control-tables.js';
import { KeptStatements } from './kept-statements.js';
import { ROWS, ReadStoreAway, type Tables, type Tx, decodedRow, snake } from './sql-engine.js';
import { SQLITE } from './dialect.js';
import type { Column, Columns, Row } from './table.js';

/** A database of the process alone, which has one connection. */
export const MEMORY = ':memory:';

/** Beyond it the write-ahead log is brought into the file before the next transaction. */
const WAL_PAGES_MAX = 4_000;

/** Two connections: reads go on beside a transaction, and see nothing of it. */
export type Handles = {
  /** Of all that this process opened. */
  readonly number: number;
  readonly file: Database.Database;
  readonly reader: Database.Database;
  /** Is another one for the reader after each commit that is not its own. */
  readonly version: Database.Statement<[], bigint>;
  readonly reading: Kysely<Tables>;
  readonly writing: Kysely<Tables>;
  readonly each: Tx['each'];
};

let opened = 0;

/** Opens a file with the read store's own tables, or makes it. `heed`: is told of each failure. */
export const openHandles = (path: string, heed: (error: unknown) => void): Handles => {
  const file = connect(path);
  try {
    if (path !== MEMORY) useWriteAheadLog(file);
    file.pragma('synchronous = NORMAL');
    // Else a view of somebody's over a table that has gone forbids that any table is renamed.
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

/** Then nothing needs to be written, and a process starts while another one holds the lock. */
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
    dialect: new KeptStatements(database),
    log: (told) => {
      if (told.level === 'error') heed(told.error);
    },
  });

/** Of single reads; transactions have an executor of their own. */
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

/** The same error, or `ReadStoreAway`; a file that is being opened anew was closed under its readers. */
export const awayFrom = (error: unknown): unknown => {
  const isClosed = error instanceof Error && /connection is not open$/.test(error.message);
  if (!isClosed && !isBusy(error) && !isStorageTrouble(error)) return error;
  const why = isClosed ? 'it is being opened anew' : sqliteCode(error);
  return new ReadStoreAway(`the file of the read models fails: ${why}`, { cause: error });
};

/** A row at a time: nothing leaves the process, so a prepared statement is the quickest way. */
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

/** The statement for one row, and the columns whose values it takes, in its order. */
const preparedFor = (file: Database.Database, text: string, given: Columns) => {
  const inSql = new Map(Object.entries(given).map((column) => [snake(column[0]), column]));
  const columns = [...text.matchAll(VALUE)].flatMap(([, name = '']) => [inSql.get(name) ?? []]);
  const statement = file.prepare<unknown[], Row>(text.replace(ROWS, '').replaceAll(VALUE, '?'));
  return { statement, columns: columns as [string, Column][] };
};

const VALUE = /\bx\.(\w+)/g;
