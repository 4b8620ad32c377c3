import pg from 'pg';
import { type Cell, type Limits, type Portion, tooLong } from './portion.js';
import { POSTGRES_CONNECT_MS } from '#read-models/timing.js';

/** Extra wait for the server's response after the time limit of the query. */
const SQL_SILENCE_MS = 5_000;

const ROWS_AT_ONCE = 1_000;
/** Error codes of a time limit: statement timeout, and timeout of an idle transaction. */
const TIMEOUTS = ['57014', '25P03'];
const SYNTAX = '42601';

/**
 * Runs the query in a read-only transaction as the query of a cursor. The extended protocol allows
 * only one statement, and a cursor only a query.
 */
export async function* askPostgres(
  url: string,
  query: string,
  { rowsMax, withinMs }: Limits,
): AsyncGenerator<Portion> {
  const untilMs = performance.now() + withinMs;
  const client = await connect(url, withinMs);
  try {
    await client.query('start transaction isolation level repeatable read, read only');
    const text = `declare answer no scroll cursor for ${query}`;
    await client.query({ text, queryMode: 'extended' } as pg.QueryConfig);
    for (let left = rowsMax + 1; ;) {
      const count = Math.min(left, ROWS_AT_ONCE);
      const fetch = { text: `fetch ${count} from answer`, rowMode: 'array' as const };
      const { fields, rows } = await client.query<Cell[]>(fetch);
      yield { columns: fields.map(({ name }) => name), rows };
      left -= rows.length;
      if (rows.length < count || left === 0) return;
      if (performance.now() > untilMs) throw tooLong(withinMs);
    }
  } catch (error) {
    throw readableError(error as Error & { code?: string }, withinMs);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @throws {Error} with host and port, without the password. */
const connect = async (url: string, withinMs: number): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: POSTGRES_CONNECT_MS,
    statement_timeout: withinMs,
    query_timeout: withinMs + SQL_SILENCE_MS,
    idle_in_transaction_session_timeout: withinMs,
    application_name: 'brokerage ops sql',
    types: TYPES,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    const address = `${client.host}:${client.port}`;
    throw new Error(
      `PostgreSQL at ${address} is unavailable (${message || code}): is it running, with this READ_MODELS_URL?`,
      { cause: error },
    );
  }
};

const numberOf = (text: string): number | string =>
  Number.isSafeInteger(Number(text)) ? Number(text) : text;

/** Parses counts to numbers and times to the format of the API. */
const TYPES = new pg.TypeOverrides();
TYPES.setTypeParser(pg.types.builtins.INT8, numberOf);
TYPES.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
TYPES.setTypeParser(pg.types.builtins.DATE, (text) => text);
TYPES.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => text);

const readableError = (error: Error & { code?: string }, withinMs: number): Error => {
  const isTimeout = TIMEOUTS.includes(error.code ?? '') || error.message === 'Query read timeout';
  if (isTimeout) return tooLong(withinMs);
  if (error.code === SYNTAX && /multiple commands/.test(error.message))
    return new Error('Enter one query at a time.');
  return error;
};
