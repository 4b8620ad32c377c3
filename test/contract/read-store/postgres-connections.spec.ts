import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { PostgresEngine } from '#read-models/postgres-engine.js';
import { ReadStore } from '#read-models/read-store.js';
import { ReadStoreUnavailable } from '#read-models/sql-engine.js';
import { TABLES, daySums, eventsOf, placed, sample, summed } from './sample.js';
import {
  type Engines,
  type Subject,
  activeCheckpoint,
  feed,
  postgres,
  rowsOf,
  serve,
} from './subject.js';

const EVENTS = eventsOf(
  Array.from({ length: 60 }, (_, n) => [placed(`${n}`), summed('d', { orders: '1' })]),
);

const DAY_SUMS = 'day_sums_v1_g1';

/** Applies the next event. Returns `done` after the last event. */
const nextBatch = async (store: ReadStore): Promise<'done' | 'applied'> => {
  const place = await store.place(await activeCheckpoint(store));
  const next = EVENTS.find(({ position }) => position > (place?.position ?? -1n));
  if (next === undefined) return 'done';
  await feed(store, [next]);
  return 'applied';
};

/** Connections that PostgreSQL ends or rejects. */
describe('a connection to PostgreSQL', () => {
  let engines: Engines;
  let subject: Subject;
  let store: ReadStore;
  beforeAll(async () => {
    engines = await postgres();
    subject = await engines.subject();
    store = await serve(subject.engine, EVENTS.slice(0, 2));
  });
  afterAll(async () => {
    await subject.close();
    await engines.stop();
  });

  it('that is cut during a transaction leaves no changes, and the next one continues', async () => {
    const { engine } = subject;
    const before = await rowsOf(store, TABLES);
    const cutting = engine.write(async (tx) => {
      await tx.db.deleteFrom(DAY_SUMS).execute();
      expect(await engines.cut(subject)).toBeGreaterThan(0);
      await tx.db.deleteFrom('orders_v1_g1').execute();
    });
    await expect(cutting).rejects.toThrow(ReadStoreUnavailable);
    expect(await rowsOf(store, TABLES)).toEqual(before);
    await feed(store, EVENTS.slice(2, 3));
    expect(await rowsOf(store, [daySums])).toMatchObject({ daySums: [{ orders: 3n }] });
  });

  it('that is cut while idle does not end the process', async () => {
    const { engine } = subject;
    const idle = engine.write(async (tx) => {
      await tx.db.deleteFrom(DAY_SUMS).execute();
      await engines.cut(subject);
      await sleep(100);
    });
    await expect(idle).rejects.toThrow(ReadStoreUnavailable);
    expect((await rowsOf(store, [daySums]))['daySums']).toHaveLength(1);
  });

  it.each([
    [
      'a read is repeated on another connection',
      (engine: Engine) => engine.read((db) => db.selectNoFrom(SLOW.as('slept')).execute()),
      1,
    ],
    [
      'what may have written something is not',
      (engine: Engine) => engine.write(({ db }) => sql`select ${SLOW}`.execute(db)),
      0,
    ],
  ])('that is cut before it responds: %s', async (_, ask, answers) => {
    const own = await engines.subject();
    const asked = ask(own.engine).then(
      () => 1,
      (error: unknown) => (error instanceof ReadStoreUnavailable ? 0 : error),
    );
    while ((await sleeping(subject)) === 0) await sleep(10);
    expect(await engines.cut(own)).toBeGreaterThan(0);
    expect(await asked).toBe(answers);
    await own.close();
  });

  it('that is cut repeatedly applies each batch exactly once', async () => {
    const own = await engines.subject();
    const store = await serve(own.engine, []);
    let cuts = 0;
    for (let n = 0; ; n++) {
      // Every third batch meets a cut. The others make progress on a machine of any speed.
      const cut = n % 3 === 1 ? engines.cut(own) : Promise.resolve(0);
      const step = nextBatch(store).catch(() => 'failed');
      cuts += await cut;
      if ((await step) === 'done') break;
    }
    const rows = await rowsOf(store, TABLES);
    expect(rows['daySums']).toMatchObject([{ orders: 60n }]);
    expect(rows['ordersCounts']).toMatchObject([{ count: 60n }]);
    expect(cuts).toBeGreaterThan(0);
    await own.close();
  });

  it.each([
    ['of a statement', sql`select pg_sleep(5)`, sql`set local statement_timeout = 50`],
    [
      'of a lock',
      sql`lock table day_sums_v1_g1 in access exclusive mode`,
      sql`set local lock_timeout = 50`,
    ],
  ])('reports an unavailable database after the limit %s', async (_, slow, limit) => {
    const { engine } = subject;
    const holding = await subject.open();
    let release = (): void => undefined;
    const held = holding.write(async ({ db }) => {
      await sql`lock table day_sums_v1_g1 in share mode`.execute(db);
      await new Promise<void>((resolve) => (release = resolve));
    });
    while ((await locksOf(engine)) === 0) await sleep(10);
    const waiting = engine.write(async ({ db }) => {
      await limit.execute(db);
      await slow.execute(db);
    });
    await expect(waiting).rejects.toThrow(ReadStoreUnavailable);
    release();
    await held;
  });

  it.each([
    ['the port is closed', 'postgres://secret@127.0.0.1:1/none'],
    ['the database does not exist', null],
  ])('fails for every caller when %s', async (_, url) => {
    const client = await subject.engine.db.executeQuery<{ port: string }>(
      sql<{ port: string }>`select current_setting('port') as port`.compile(subject.engine.db),
    );
    const port = client.rows[0]?.port ?? '';
    const engine = PostgresEngine.open(url ?? `postgres://brokerage@127.0.0.1:${port}/missing`);
    const reading = engine.read((db) => db.selectFrom('checkpoints').selectAll().execute());
    await expect(reading).rejects.toThrow(ReadStoreUnavailable);
    await expect(reading).rejects.not.toMatchObject({ message: expect.stringContaining('secret') });
    await expect(engine.write(() => Promise.resolve())).rejects.toThrow(ReadStoreUnavailable);
    await engine.close();
  });

  it('is not opened for an invalid URL, and the error omits the password', () => {
    const open = () => PostgresEngine.open('postgres://secret@:');
    expect(open).toThrow(RangeError);
    expect(open).not.toThrow(/secret/);
  });

  it('creates the missing tables in an empty database', async () => {
    const own = await engines.subject();
    await own.engine.write(({ db }) => sql`drop table checkpoints`.execute(db));
    await engines.cut(own);
    expect(await new ReadStore(own.engine, [sample()]).checkpoints()).toEqual([]);
    await own.close();
  });

  it('needs no superuser', async () => {
    const { rows } = await sql<{ is_superuser: string }>`show is_superuser`.execute(
      subject.engine.db,
    );
    expect(rows).toEqual([{ is_superuser: 'off' }]);
    expect(new ReadStore(subject.engine, [sample()]).models).toHaveLength(1);
  });
});

type Engine = Subject['engine'];
const SLOW = sql`pg_sleep(0.5)`;
const sleeping = async ({ engine: { db } }: Subject): Promise<number> => {
  const found = await sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'`.execute(db);
  return found.rows.length;
};

const locksOf = async ({ db }: Pick<Subject['engine'], 'db'>): Promise<number> => {
  const found = await sql`select 1 from pg_locks where mode = 'ShareLock' and granted
    and relation is not null`.execute(db);
  return found.rows.length;
};
