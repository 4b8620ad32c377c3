import { PostgresEngine } from './postgres-engine.js';
import type { SqlEngine } from './sql-engine.js';
import { SqliteEngine } from './sqlite-engine.js';

const SQLITE = 'sqlite:';

/** Opens `sqlite:<file>` or `postgres://…`. @throws {ReadStoreUnavailable} */
export const openSqlEngine = async (url: string): Promise<SqlEngine> =>
  url.startsWith(SQLITE)
    ? SqliteEngine.openShared(url.slice(SQLITE.length))
    : PostgresEngine.open(url);
