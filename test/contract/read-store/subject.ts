import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { Rebuild } from '#read-models/rebuild.js';
import { PostgresEngine } from '#read-models/postgres-engine.js';
import type { RegisteredProjection } from '#read-models/projection.js';
import { ReadStore } from '#read-models/read-store.js';
import { ReadStoreUnavailable, type SqlEngine } from '#read-models/sql-engine.js';
import { snake } from '#read-models/sql-engine.js';
import { SqliteEngine } from '#read-models/sqlite-engine.js';
import { type TableSet, withCounts } from '#read-models/table-set.js';
import type { TableReader } from '#read-models/table-reader.js';
import { type Columns, type Row, type Table, columnsOf } from '#kernel/projection/table.js';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { startPostgres } from '../../support/postgres.js';
import { sample } from './sample.js';

export { activeCheckpoint, feed } from '../../support/feed.js';

/** A separate database with any number of engines, each like a separate process. */
export type Subject = {
  readonly engine: SqlEngine;
  /** Opens another engine. */
  readonly open: () => Promise<SqlEngine>;
  readonly close: () => Promise<void>;
};

export type Engines = {
  readonly subject: () => Promise<Subject>;
  /** Ends the connections of all processes. */
  readonly cut: (subject: Subject) => Promise<number>;
  /** Content of all files of its tables. */
  readonly bytes: (subject: Subject) => Promise<Buffer>;
  readonly stop: () => Promise<void>;
};

export const sqlite = async (): Promise<Engines> => {
  const folder = await mkdtemp(join(tmpdir(), 'read-store-'));
  let files = 0;
  const paths = new WeakMap<Subject, string>();
  return {
    subject: async () => {
      const path = join(folder, `${files++}.db`);
      const subject = await subjectOf(async () => SqliteEngine.open(path));
      paths.set(subject, path);
      return subject;
    },
    bytes: async (subject) => {
      const path = paths.get(subject) ?? '';
      return Buffer.concat(await Promise.all([path, `${path}-wal`].map((each) => readFile(each))));
    },
    cut: () => Promise.reject(new Error('a file does not use connections')),
    stop: () => rm(folder, { recursive: true, force: true }),
  };
};

export const postgres = async (): Promise<Engines> => {
  const server = await startPostgres();
  const urls = new WeakMap<Subject, string>();
  return {
    subject: async () => {
      const url = await server.database();
      const subject = await subjectOf(async () => PostgresEngine.open(url));
      urls.set(subject, url);
      return subject;
    },
    cut: (subject) => server.cut(urls.get(subject) ?? ''),
    bytes: async (subject) => {
      const url = urls.get(subject) ?? '';
      await server.asSuperuser(url, 'checkpoint');
      const query = 'select oid from pg_database where datname = current_database()';
      const [database] = await server.asSuperuser(url, query);
      const folder = join(server.folder, 'base', String(database?.['oid']));
      // One at a time, because the number of open files per process is limited.
      return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
    },
    stop: () => server.stop(),
  };
};

const subjectOf = async (open: () => Promise<SqlEngine>): Promise<Subject> => {
  const opened: SqlEngine[] = [];
  const openOne = async () => {
    const engine = await open();
    opened.push(engine);
    return engine;
  };
  return {
    engine: await openOne(),
    open: openOne,
    close: async () => {
      await Promise.all(opened.map((each) => each.close()));
    },
  };
};

/** A log with exactly these events. */
export const logOf = (all: readonly RecordedEvent[], atOnce = 500) => ({
  async *subscribe(since: bigint | null) {
    const later = all.filter(({ position }) => since === null || position > since);
    for (let from = 0; from === 0 || from < later.length; from += atOnce)
      yield {
        events: later.slice(from, from + atOnce),
        caughtUp: from + atOnce >= later.length,
      };
  },
});

/** Rebuilds from these events and activates the result. */
export const serve = async (
  engine: SqlEngine,
  events: readonly RecordedEvent[] = [],
  models: readonly RegisteredProjection[] = [sample()],
  shards = 1,
): Promise<ReadStore> => {
  const store = new ReadStore(engine, models);
  await rebuild(store, events, shards);
  return store;
};

const { signal } = new AbortController();

/** Rebuilds all read models on request and activates them. */
export const rebuild = async (
  store: ReadStore,
  events: readonly RecordedEvent[],
  shards = 1,
): Promise<void> => {
  if ((await store.sets()).active !== null) await store.requestRebuild();
  const { generation } = await fill(store, events, shards);
  const work = new Rebuild(store, logOf(events));
  await patiently(async () => {
    const { rebuild: set } = await store.sets();
    if (set?.generation === generation) await work.run(set, signal);
  });
};

/** Fills a table set beside the active one. */
export const fill = async (
  store: ReadStore,
  events: readonly RecordedEvent[],
  shards = 1,
): Promise<TableSet> => {
  const work = new Rebuild(store, logOf(events));
  const set = await work.begin(shards);
  for await (const _ of work.follow(set.generation, signal)) break;
  return set;
};

/**
 * Repeats work while the database yields to readers, as a projector does. Autovacuum of the control
 * tables blocks an activation too.
 */
export const patiently = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const endMs = performance.now() + BACKSTOP_MS;
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ReadStoreUnavailable) || performance.now() > endMs) throw error;
    }
};

/** Reader of an active table. */
export const readerOf = <Of extends Columns>(
  store: ReadStore,
  table: Table<Of>,
): Promise<TableReader<Of>> => store.read(({ from }) => Promise.resolve(from(table)));

/** All decoded rows of active tables and of their counts, in a fixed order. */
export const rowsOf = async (
  store: ReadStore,
  tables: readonly Table[],
): Promise<Readonly<Record<string, readonly Row[]>>> => {
  const found = await Promise.all(
    tables.flatMap(withCounts).map(async (table) => {
      const rows = await store.read(({ db, nameOf }) =>
        db.selectFrom(nameOf(table)).selectAll().execute(),
      );
      return [
        table.name,
        rows.map((row) => decoded(store.engine, table, row)).sort(byText),
      ] as const;
    }),
  );
  return Object.fromEntries(found);
};

const decoded = (engine: SqlEngine, table: Table, row: Readonly<Record<string, unknown>>): Row =>
  Object.fromEntries(
    Object.entries(columnsOf(table)).map(([name, { type }]) => [
      name,
      engine.dialect.decode(type, row[snake(name)]),
    ]),
  );

const textOf = (row: Row): string =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));

const byText = (one: Row, other: Row): number => (textOf(one) < textOf(other) ? -1 : 1);
