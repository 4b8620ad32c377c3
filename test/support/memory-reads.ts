import { type RawBuilder, sql } from 'kysely';
import type { Logger } from '#kernel/logger.js';
import type { EventLog, RecordedEvent } from '#kernel/event-store/event-log.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { deterministicId } from '#kernel/ids.js';
import type { Checkpoint } from '#read-models/checkpoints.js';
import { rebuildOnce } from '#read-models/rebuild.js';
import { BEGINNING, checkpointAfter } from '#read-models/checkpoint-position.js';
import type { RegisteredProjection } from '#read-models/projection.js';
import { ReadStore } from '#read-models/read-store.js';
import { Rows } from '#read-models/rows.js';
import { SqliteEngine } from '#read-models/sqlite-engine.js';
import { feed } from './feed.js';
import { dumpRows } from './rows-dump.js';

export const quiet: Logger = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Returns a UUID for an example's name, because id columns accept only UUIDs. */
export const idOf = (name: string): string => deterministicId('example', name);

/** Read models in memory that apply the given events and are active from the start. */
export class MemoryReads {
  private place: Checkpoint = BEGINNING;

  private constructor(
    readonly engine: SqliteEngine,
    readonly store: ReadStore,
    readonly rows: Rows,
  ) {}

  static async open(
    models: readonly RegisteredProjection[],
    log: EventLog = new InMemoryEventLog(),
  ): Promise<MemoryReads> {
    const engine = SqliteEngine.open(':memory:');
    const store = new ReadStore(engine, models);
    if (models.length > 0) await serve(engine, models);
    return new MemoryReads(engine, store, new Rows(store, log, quiet));
  }

  /** Applied events in the order of the log. */
  async take(...events: readonly RecordedEvent[]): Promise<void> {
    if (events.length === 0) return;
    await feed(this.store, events);
    this.place = checkpointAfter(events, this.place);
  }

  /** Returns all rows of all tables as text. */
  async contents(): Promise<string> {
    return JSON.stringify([...(await dumpRows(this.store))], null, 1);
  }

  /** Position of the last applied event; -1 before the first. */
  get position(): bigint {
    return this.place.position;
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

/** Activates the tables like `rebuildOnce`, but faster: that takes 15 ms, and properties open a thousand stores. */
const serve = async (
  engine: SqliteEngine,
  models: readonly RegisteredProjection[],
): Promise<void> => {
  const key = JSON.stringify(models.map(({ name, version, tables }) => [name, version, tables]));
  const statements = filled.get(key) ?? (await statementsThatFill(models));
  filled.set(key, statements);
  await engine.write(async ({ db }) => {
    for (const statement of statements) await statement.execute(db);
  });
};

const filled = new Map<string, readonly RawBuilder<unknown>[]>();

/** Creates tables, indexes and their registration. */
const statementsThatFill = async (models: readonly RegisteredProjection[]) => {
  const engine = SqliteEngine.open(':memory:');
  const own = await schemaOf(engine);
  await rebuildOnce(new ReadStore(engine, models), { subscribe: nothing });
  const made = (await schemaOf(engine)).filter(({ name }) => own.every((one) => one.name !== name));
  const statements = made.map((one) => sql.raw(one.sql));
  for (const { name } of own.filter(({ type }) => type === 'table')) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(engine.db);
    for (const row of rows)
      statements.push(
        sql`replace into ${sql.table(name)} values (${sql.join(Object.values(row))})`,
      );
  }
  await engine.close();
  return statements;
};

const schemaOf = async ({ db }: SqliteEngine) => {
  type Part = { readonly type: string; readonly name: string; readonly sql: string };
  const parts = sql<Part>`select type, name, sql from sqlite_schema where sql is not null`;
  return (await parts.execute(db)).rows;
};

async function* nothing() {
  yield await Promise.resolve({ events: [], caughtUp: true });
}
