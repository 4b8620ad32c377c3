import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedEvent } from '#platform/event-store/event-log.js';
import { withCounts } from '#platform/read-store/definitions.js';
import { FILLING } from '#platform/read-store/control-tables.js';
import { Filling } from '#platform/read-store/filling.js';
import { after, placeAfter } from '#platform/read-store/places.js';
import { PostgresEngine } from '#platform/read-store/postgres-engine.js';
import type { RegisteredModel } from '#platform/read-store/read-model.js';
import type { Parked } from '#platform/read-store/projected.js';
import { Overtaken, ReadStore } from '#platform/read-store/read-store.js';
import type { SqlEngine } from '#platform/read-store/sql-engine.js';
import { snake } from '#platform/read-store/sql-engine.js';
import { SqliteEngine } from '#platform/read-store/sqlite-engine.js';
import { switchOver } from '#platform/read-store/switch-over.js';
import { type Row, type Table, columnsOf } from '#platform/read-store/table.js';
import { startPostgres } from '../../support/postgres.js';
import { sample } from './sample.js';

/** One database of its own, for as many engines as are opened: each is a process of its own. */
export type Subject = {
  readonly engine: SqlEngine;
  /** One more process. */
  readonly open: () => Promise<SqlEngine>;
  readonly close: () => Promise<void>;
};

export type Engines = {
  readonly subject: () => Promise<Subject>;
  /** Ends the connections of all processes. */
  readonly cut: (subject: Subject) => Promise<number>;
  /** All that the files of its tables hold. */
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
    cut: () => Promise.reject(new Error('a file has no connections')),
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
      // One at a time: there are more files than a process may open.
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

/** A log that holds these events and no more. */
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

/** Fills and serves what these events make. */
export const serve = async (
  engine: SqlEngine,
  events: readonly RecordedEvent[] = [],
  models: readonly RegisteredModel[] = [sample()],
  shards = 1,
): Promise<ReadStore> => {
  const store = new ReadStore(engine, models);
  await fill(store, events);
  await switchFilled(store, [], shards);
  return store;
};

/** Fills all read models beside what is served. */
export const fill = async (store: ReadStore, events: readonly RecordedEvent[]): Promise<void> => {
  const filling = new Filling(store, logOf(events));
  await filling.begin(store.models.map((model) => ({ model, request: '' })));
  await filling.goOn(null, new AbortController().signal);
};

/** With the events behind the filling, of which the served copies have taken some. */
export const switchFilled = async (
  store: ReadStore,
  all: readonly RecordedEvent[],
  shards = 1,
): Promise<boolean> => {
  const place = await store.place(FILLING);
  if (place === null) throw new Overtaken('nothing is being filled');
  const since = after(place) ?? -1n;
  const events = all.filter(({ position }) => position > since);
  return switchOver(store, { after: place, events }, shards);
};

/** Takes events into what is served, as a feeder does. */
export const feed = async (
  store: ReadStore,
  events: readonly RecordedEvent[],
  checkpoint = 'shard 0 of 1',
): Promise<readonly Parked[]> => {
  const from = await store.place(checkpoint);
  if (from === null) throw new Error(`${checkpoint} is missing`);
  const copies = await store.copies();
  return store.take('served', copies, { checkpoint, from, to: placeAfter(events, from) }, events);
};

/** All rows of served tables, and of their counts, as the program sees them, in a fixed order. */
export const rowsOf = async (
  engine: SqlEngine,
  tables: readonly Table[],
  suffix = '',
): Promise<Readonly<Record<string, readonly Row[]>>> => {
  const found = await Promise.all(
    tables.flatMap(withCounts).map(async (table) => {
      const rows = await engine.db
        .selectFrom(`${snake(table.name)}${suffix}`)
        .selectAll()
        .execute();
      return [table.name, rows.map((row) => decoded(engine, table, row)).sort(byText)] as const;
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
