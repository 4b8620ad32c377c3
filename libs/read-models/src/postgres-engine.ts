import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { CONTROL_SQL } from './control-tables.js';
import { POSTGRES } from './dialect.js';
import { PostgresConnection } from './postgres-connection.js';
import { available, fails, isCut, toUnavailable } from './postgres-errors.js';
import { PostgresRows } from './postgres-rows.js';
import { type SqlEngine, type Tables, type Tx, type WriteOptions, snake } from './sql-engine.js';
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
/**
 * Idle time after which the database ends a transaction and frees its locks. Another projector takes
 * over the shard of one that hangs or whose machine vanished.
 */
const POSTGRES_IDLE_IN_TRANSACTION_MS = 5_000;
/** Longest wait for a lock. The caller tries again. */
const POSTGRES_LOCK_MS = 5_000;
/**
 * Longest wait of a long transaction for a lock. It is shorter than the deadlock timeout of
 * PostgreSQL.
 */
const POSTGRES_LONG_LOCK_MS = 500;
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
    const patient = poolOf(url, { max: 1, lock_timeout: POSTGRES_LONG_LOCK_MS });
    return new PostgresEngine(db, patient);
  }

  /** Null: comparing versions would need a query, which costs as much as a read. */
  version(): null {
    return null;
  }

  /** A plain VACUUM leaves the old bytes in the files. Statistics contain values too. */
  async scrub(tables: Parameters<SqlEngine['scrub']>[0]): Promise<void> {
    await available(async () => {
      for (const name of await this.storedNames(tables.map((table) => snake(table.name))))
        await sql`vacuum (full, analyze) ${sql.table(name)}`.execute(this.patient);
    });
  }

  /** Names of these tables in all table sets. */
  private async storedNames(tables: readonly string[]): Promise<readonly string[]> {
    const query = sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = current_schema()`;
    const { rows } = await query.execute(this.patient);
    return rows
      .map(({ name }) => name)
      .filter((name) => tables.some((table) => name.startsWith(table)));
  }

  async read<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++)
      try {
        return await work(this.db);
      } catch (error) {
        // The pool may return closed connections. After all of them, the next one is new.
        if (tries <= CONNECTIONS_MAX && isCut(error)) continue;
        throw toUnavailable(error);
      }
  }

  snapshot<Result>(work: (db: Tx['db']) => Promise<Result>): Promise<Result> {
    const transaction = this.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only');
    return available(() => transaction.execute(work));
  }

  write<Result>(
    work: (tx: Tx) => Promise<Result>,
    { isLong = false }: WriteOptions = {},
  ): Promise<Result> {
    const transaction = (isLong ? this.patient : this.db).transaction();
    return available(() =>
      transaction.execute((db) => work({ db, dialect: POSTGRES, rows: new PostgresRows(db) })),
    );
  }

  async close(): Promise<void> {
    await this.db.destroy();
    await this.patient.destroy();
  }
}

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
  const asked = { options: pool.options, connect: () => connectionOf(pool), end: () => pool.end() };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: asked }) });
};

/** @throws {ReadStoreUnavailable} for every error, because no query was sent */
const connectionOf = async (pool: pg.Pool): Promise<PostgresConnection> => {
  try {
    return new PostgresConnection(await pool.connect());
  } catch (error) {
    throw fails(error);
  }
};

/** One transaction with a lock, because two processes may create the tables at the same time. */
const MAKE_MISSING = ['select pg_advisory_xact_lock(7301)', ...CONTROL_SQL('bigint')].join(';');
