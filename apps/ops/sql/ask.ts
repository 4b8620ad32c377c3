import { askPostgres } from './ask-postgres.js';
import { askSqlite } from './ask-sqlite.js';
import type { Limits, Portion } from './portion.js';

const SQLITE = 'sqlite:';

/**
 * Runs one read-only query on the read models, and ends it at its time limit.
 * @throws {Error} with the message of the database.
 */
export const ask = (url: string, query: string, limits: Limits): AsyncIterable<Portion> =>
  url.startsWith(SQLITE)
    ? askSqlite(url.slice(SQLITE.length), query, limits)
    : askPostgres(url, query, limits);
