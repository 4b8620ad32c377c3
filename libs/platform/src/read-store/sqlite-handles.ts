import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { SQLITE_BUSY_TIMEOUT_MS } from '../core/timing.js';
import { useWriteAheadLog } from '../event-store/sqlite-connection.js';
import { CONTROL_SQL } from './control-tables.js';
import type { Tables } from './sql-engine.js';
import { sqliteCodec } from './sqlite-codec.js';
import { SqliteRowWriter } from './sqlite-row-writer.js';

/** A database of the process alone, which has one connection. */
export const MEMORY = ':memory:';

/** Beyond it the write-ahead log is brought into the file before the next transaction. */
const WAL_PAGES_MAX = 4_000;

/** Two connections: reads go on beside a transaction, and see nothing of it. */
export type Handles = {
  readonly file: Database.Database;
  readonly reader: Database.Database;
  readonly reading: Kysely<Tables>;
  readonly writing: Kysely<Tables>;
  readonly rows: SqliteRowWriter;
};

/** Opens a file with the read store's own tables, or makes it. `heed`: is told of each failure. */
export const openHandles = (path: string, heed: (error: unknown) => void): Handles => {
  const file = connect(path);
  try {
    if (path !== MEMORY) useWriteAheadLog(file);
    file.pragma('synchronous = NORMAL');
    // Else a view of somebody's over a table that has gone forbids that any table is renamed.
    file.pragma('legacy_alter_table = on');
    file.pragma(`wal_autocheckpoint = ${WAL_PAGES_MAX}`);
    file.transaction(() => CONTROL_SQL('integer').forEach((each) => file.exec(each))).immediate();
    const reader = path === MEMORY ? file : connect(path);
    const writing = kyselyOn(file, heed);
    const reading = reader === file ? writing : kyselyOn(reader, heed);
    return { file, reader, reading, writing, rows: new SqliteRowWriter(file, sqliteCodec) };
  } catch (error) {
    file.close();
    throw error;
  }
};

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
    dialect: new SqliteDialect({ database }),
    log: (told) => {
      if (told.level === 'error') heed(told.error);
    },
  });
