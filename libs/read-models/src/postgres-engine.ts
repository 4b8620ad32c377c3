import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { closeOnQueryTimeout } from './close-on-query-timeout.js';
import { CONTROL_SQL, PASS_GATE } from './control-tables.js';
import { fails, toUnavailable } from './postgres-errors.js';
import { repeatReads } from './repeat-reads.js';
import {
  ROWS,
  type SqlEngine,
  type Tables,
  type Tx,
  type WriteOptions,
  decodedRow,
  snake,
} from './sql-engine.js';
import { POSTGRES } from './dialect.js';
import { POSTGRES_CONNECT_MS } from './timing.js';

/** Longest statement. A page of a list takes a few milliseconds. */
const POSTGRES_STATEMENT_MS = 10_000;
/**
 * Time without a response after which a connection counts as lost, because its machine may have
 * vanished.
 */
const POSTGRES_ANSWER_MS = 12_000;
/** Time without traffic after which the system probes a connection, ten times, a second apart. */
const POSTGRES_KEEP_ALIVE_MS = 10_000;
/** Idle time after which the database ends a transaction and frees its locks. */
const POSTGRES_IDLE_IN_TRANSACTION_MS = 30_000;
/**
 * Longest wait for a lock. The caller tries again, because a rebuilt copy may be waiting to become
 * active.
 */
const POSTGRES_LOCK_MS = 5_000;
/**
 * Longest wait of an activation for readers. It is shorter than the deadlock timeout of PostgreSQL.
 */
const POSTGRES_SWITCH_LOCK_MS = 500;
/** Age at which a connection is replaced, so that a hung one does not stay. */
const POSTGRES_CONNECTION_LIFE_S = 600;

/** Per process. */
const CONNECTIONS_MAX = 10;

/** A read store that several machines share. */
export class PostgresEngine implements SqlEngine {
  readonly dialect = POSTGRES;

  private constructor(
    readonly db: Kysely<Tables>,
    /** Pool for long transactions. */
    private readonly patient: Kysely<Tables>,
  ) {}

  /**
   * Creates the pools. The first query connects, so a process can start while the database is
   * unavailable. @throws {RangeError} if `url` is not a URL
   */
  static open(url: string): PostgresEngine {
    // The driver's own error contains the password.
    if (!URL.canParse(url)) throw new RangeError('READ_MODELS_URL must be a postgres:// URL');
    const db = poolOf(url, {
      max: CONNECTIONS_MAX,
      query_timeout: POSTGRES_ANSWER_MS,
      statement_timeout: POSTGRES_STATEMENT_MS,
      lock_timeout: POSTGRES_LOCK_MS,
    });
    repeatReads(db, CONNECTIONS_MAX + 1);
    const patient = poolOf(url, { max: 1, lock_timeout: POSTGRES_SWITCH_LOCK_MS });
    return new PostgresEngine(db, patient);
  }

  /** Null: comparing versions would need a query, which costs as much as a read. */
  version(): null {
    return null;
  }

  /** A plain VACUUM leaves the old bytes in the files. Statistics contain values too. */
  async scrub(tables: Parameters<SqlEngine['scrub']>[0]): Promise<void> {
    try {
      for (const name of await this.copiesOf(tables.map((table) => snake(table.name))))
        await sql`vacuum (full, analyze) ${sql.table(name)}`.execute(this.patient);
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  /** Names of the active tables and of their rebuilds. */
  private async copiesOf(tables: readonly string[]): Promise<readonly string[]> {
    const query = sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = current_schema()`;
    const { rows } = await query.execute(this.patient);
    return rows
      .map(({ name }) => name)
      .filter((name) => tables.some((table) => name.startsWith(table)));
  }

  async snapshot<Result>(work: (db: Tx['db']) => Promise<Result>): Promise<Result> {
    try {
      return await this.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (db) => {
          await sql.raw(PASS_GATE).execute(db);
          return work(db);
        });
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  async write<Result>(
    work: (tx: Tx) => Promise<Result>,
    { isLong = false }: WriteOptions = {},
  ): Promise<Result> {
    try {
      return await (isLong ? this.patient : this.db)
        .transaction()
        .execute((db) => work({ db, dialect: POSTGRES, each: eachIn(db) }));
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  async close(): Promise<void> {
    await this.db.destroy();
    await this.patient.destroy();
  }
}

/** Sends all rows as one JSON text: a round trip costs more than its content. */
const eachIn =
  (db: Tx['db']): Tx['each'] =>
  async (text, given, rows, asked = {}) => {
    if (rows.length === 0) return [];
    const columns = Object.entries(given);
    const typed = columns.map(([name, { type }]) => `${snake(name)} ${POSTGRES.types[type]}`);
    const json = rows.map((row) =>
      Object.fromEntries(
        columns.map(([name, { type }]) => [snake(name), POSTGRES.encode(type, row[name] ?? null)]),
      ),
    );
    const source = `$1 json_to_recordset($$1::json) as x(${typed.join()})`;
    const query = CompiledQuery.raw(text.replace(ROWS, source), [JSON.stringify(json)]);
    const { rows: found } = await db.executeQuery<Record<string, unknown>>(query);
    return found.map((row) => decodedRow(POSTGRES, asked, row));
  };

const poolOf = (url: string, options: pg.PoolConfig): Kysely<Tables> => {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: POSTGRES_CONNECT_MS,
    idle_in_transaction_session_timeout: POSTGRES_IDLE_IN_TRANSACTION_MS,
    maxLifetimeSeconds: POSTGRES_CONNECTION_LIFE_S,
    keepAlive: true,
    keepAliveInitialDelayMillis: POSTGRES_KEEP_ALIVE_MS,
    application_name: 'brokerage',
    verify: (client, done) => void client.query(MAKE_MISSING).then(() => done(), done),
    ...options,
  });
  // The pool replaces a broken connection. The caller that waits for a result gets the error there.
  // Without a listener, the error event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  closeOnQueryTimeout(pool);
  const asked = { options: pool.options, connect: () => connectionOf(pool), end: () => pool.end() };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: asked }) });
};

/** @throws {ReadStoreUnavailable} for every error, because no query was sent */
const connectionOf = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  try {
    return await pool.connect();
  } catch (error) {
    throw fails(error);
  }
};

/** One transaction with a lock, because two processes may create the tables at the same time. */
const MAKE_MISSING = ['select pg_advisory_xact_lock(7301)', ...CONTROL_SQL('bigint')].join(';');
