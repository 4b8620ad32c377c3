import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import {
  POSTGRES_ANSWER_MS,
  POSTGRES_CONNECTION_LIFE_S,
  POSTGRES_CONNECT_MS,
  POSTGRES_IDLE_IN_TRANSACTION_MS,
  POSTGRES_KEEP_ALIVE_MS,
  POSTGRES_LOCK_MS,
  POSTGRES_STATEMENT_MS,
  POSTGRES_SWITCH_LOCK_MS,
} from '../core/timing.js';
import { closeSilent } from './close-silent.js';
import { CONTROL_SQL, PASS_GATE } from './control-tables.js';
import { fails, postgresAway } from './postgres-errors.js';
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

/** Of one process. */
const CONNECTIONS_MAX = 10;

/** A read store that several machines share. */
export class PostgresEngine implements SqlEngine {
  readonly dialect = POSTGRES;

  private constructor(
    readonly db: Kysely<Tables>,
    /** For what is long. */
    private readonly patient: Kysely<Tables>,
  ) {}

  /**
   * Connects when it is first asked: processes start, and do other work, while it is away.
   * @throws {RangeError} for what is no URL
   */
  static open(url: string): PostgresEngine {
    // The driver's own error would have the password in it.
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

  /** A question over the network, as a read is. */
  version(): null {
    return null;
  }

  /** A plain VACUUM leaves the bytes where they were; statistics hold values, too. */
  async scrub(tables: Parameters<SqlEngine['scrub']>[0]): Promise<void> {
    try {
      for (const name of await this.copiesOf(tables.map((table) => snake(table.name))))
        await sql`vacuum (full, analyze) ${sql.table(name)}`.execute(this.patient);
    } catch (error) {
      throw postgresAway(error);
    }
  }

  /** What is served, and what is being filled. */
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
      throw postgresAway(error);
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
      throw postgresAway(error);
    }
  }

  async close(): Promise<void> {
    await this.db.destroy();
    await this.patient.destroy();
  }
}

/** All rows as one JSON text: a round trip costs more than what it carries. */
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
  // A connection that breaks is replaced. Who waits for its answer is told by that; nobody else is,
  // and an error without a listener would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  closeSilent(pool);
  const asked = { options: pool.options, connect: () => connectionOf(pool), end: () => pool.end() };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: asked }) });
};

/** @throws {ReadStoreAway} whatever is wrong with it: nothing was asked yet. */
const connectionOf = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  try {
    return await pool.connect();
  } catch (error) {
    throw fails(error);
  }
};

/** One transaction. Two processes that make the tables at once would meet each other's half. */
const MAKE_MISSING = ['select pg_advisory_xact_lock(7301)', ...CONTROL_SQL('bigint')].join(';');
