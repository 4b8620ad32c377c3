import { pause } from '#kernel/concurrency/pause.js';
import { isBusy } from '#event-log/sqlite/sqlite-connection.js';
import { PostgresEngine } from './postgres-engine.js';
import { ReadStoreUnavailable, type SqlEngine } from './sql-engine.js';
import { SqliteEngine } from './sqlite-engine.js';
import { SQLITE_BUSY_RETRY_TIMEOUT_MS, SQLITE_READ_PAUSE_MS } from '#event-log/timing.js';

const SQLITE = 'sqlite:';

/** Opens `sqlite:<file>` or `postgres://…`. @throws {ReadStoreUnavailable} */
export const openSqlEngine = async (url: string): Promise<SqlEngine> =>
  url.startsWith(SQLITE) ? openSqlite(url.slice(SQLITE.length)) : PostgresEngine.open(url);

/** If several processes start together, one creates the file and the others wait. */
const openSqlite = async (path: string): Promise<SqliteEngine> => {
  const untilMs = performance.now() + SQLITE_BUSY_RETRY_TIMEOUT_MS;
  for (;;) {
    try {
      return SqliteEngine.open(path);
    } catch (error) {
      const isWaitedFor = error instanceof ReadStoreUnavailable && isBusy(error.cause);
      if (!isWaitedFor || performance.now() > untilMs) throw error;
      await pause(SQLITE_READ_PAUSE_MS);
    }
  }
};
