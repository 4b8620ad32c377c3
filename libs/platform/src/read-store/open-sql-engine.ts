import { pause } from '../core/pause.js';
import { SQLITE_BUSY_PATIENCE_MS, SQLITE_READ_PAUSE_MS } from '../core/timing.js';
import { isBusy } from '../event-store/sqlite-connection.js';
import { PostgresEngine } from './postgres-engine.js';
import { ReadStoreAway, type SqlEngine } from './sql-engine.js';
import { SqliteEngine } from './sqlite-engine.js';

const SQLITE = 'sqlite:';

/** `sqlite:<file>` or `postgres://…`. @throws {ReadStoreAway} */
export const openSqlEngine = async (url: string): Promise<SqlEngine> =>
  url.startsWith(SQLITE) ? openSqlite(url.slice(SQLITE.length)) : PostgresEngine.open(url);

/** Of several processes that come up together one makes the file, and the others wait for it. */
const openSqlite = async (path: string): Promise<SqliteEngine> => {
  const untilMs = performance.now() + SQLITE_BUSY_PATIENCE_MS;
  for (;;) {
    try {
      return SqliteEngine.open(path);
    } catch (error) {
      const isWaitedFor = error instanceof ReadStoreAway && isBusy(error.cause);
      if (!isWaitedFor || performance.now() > untilMs) throw error;
      await pause(SQLITE_READ_PAUSE_MS);
    }
  }
};
