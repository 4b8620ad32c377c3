import { type RawBuilder, sql } from 'kysely';
import type { Logger } from '#platform/core/logger.js';
import type { EventLog, RecordedEvent } from '#platform/event-store/event-log.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { deterministicId } from '#platform/core/ids.js';
import type { Place } from '#platform/read-store/checkpoints.js';
import { fillOnce } from '#platform/read-store/fill-once.js';
import { BEGINNING, placeAfter } from '#platform/read-store/places.js';
import type { RegisteredModel } from '#platform/read-store/read-model.js';
import { ReadStore } from '#platform/read-store/read-store.js';
import { Rows } from '#platform/read-store/rows.js';
import { SqliteEngine } from '#platform/read-store/sqlite-engine.js';
import { dumpRows } from './rows-dump.js';

export const quiet: Logger = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** A UUID for a name that an example gives; the columns of ids take nothing else. */
export const idOf = (name: string): string => deterministicId('example', name);

/** Read models in memory that take in what they are given, served from the start. */
export class MemoryReads {
  private place: Place = BEGINNING;

  private constructor(
    readonly engine: SqliteEngine,
    readonly store: ReadStore,
    readonly rows: Rows,
  ) {}

  static async open(
    models: readonly RegisteredModel[],
    log: EventLog = new InMemoryEventLog(),
  ): Promise<MemoryReads> {
    const engine = SqliteEngine.open(':memory:');
    const store = new ReadStore(engine, models);
    if (models.length > 0) await serve(engine, models);
    return new MemoryReads(engine, store, new Rows(engine, log, quiet));
  }

  /** In the order of the log. */
  async take(...events: readonly RecordedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const to = placeAfter(events, this.place);
    const step = { checkpoint: 'shard 0 of 1', from: this.place, to };
    await this.store.take('served', await this.store.copies(), step, events);
    this.place = to;
  }

  /** Every row of every table, as text to be compared. */
  async contents(): Promise<string> {
    return JSON.stringify([...(await dumpRows(this.store))], null, 1);
  }

  /** Up to where it has taken events in; -1 before the first. */
  get position(): bigint {
    return this.place.position;
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

/** Serves these as `fillOnce` does, which takes 15 ms: properties open a thousand stores. */
const serve = async (engine: SqliteEngine, models: readonly RegisteredModel[]): Promise<void> => {
  const key = JSON.stringify(models.map(({ name, version, tables }) => [name, version, tables]));
  const statements = filled.get(key) ?? (await statementsThatFill(models));
  filled.set(key, statements);
  await engine.write(async ({ db }) => {
    for (const statement of statements) await statement.execute(db);
  });
};

const filled = new Map<string, readonly RawBuilder<unknown>[]>();

/** Beyond what each engine has: tables, indexes, and the rows that tell of them. */
const statementsThatFill = async (models: readonly RegisteredModel[]) => {
  const engine = SqliteEngine.open(':memory:');
  const own = await schemaOf(engine);
  await fillOnce(new ReadStore(engine, models), { subscribe: nothing });
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
