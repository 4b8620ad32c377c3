import { askPostgres } from './ask-postgres.js';
import { askSqlite } from './ask-sqlite.js';
import type { Limits, Portion } from './portion.js';

const SQLITE = 'sqlite:';

/**
 * Asks the read models one query, which can change nothing, and ends it when its time is over.
 * @throws {Error} what the database says of it
 */
export const ask = (url: string, query: string, limits: Limits): AsyncIterable<Portion> =>
  url.startsWith(SQLITE)
    ? askSqlite(url.slice(SQLITE.length), query, limits)
    : askPostgres(url, query, limits);
