import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { PostgresEngine } from '#platform/read-store/postgres-engine.js';
import { ReadStore } from '#platform/read-store/read-store.js';
import { ReadStoreAway } from '#platform/read-store/sql-engine.js';
import { TABLES, daySums, eventsOf, placed, sample, summed } from './sample.js';
import { type Engines, type Subject, feed, postgres, rowsOf, serve } from './subject.js';

const EVENTS = eventsOf(
  Array.from({ length: 60 }, (_, n) => [placed(`${n}`), summed('d', { orders: '1' })]),
);

/** What PostgreSQL ends, and what it refuses. */
describe('a connection to PostgreSQL', () => {
  let engines: Engines;
  let subject: Subject;
  beforeAll(async () => {
    engines = await postgres();
    subject = await engines.subject();
  });
  afterAll(async () => {
    await subject.close();
    await engines.stop();
  });

  it('that is cut in the middle of a transaction leaves nothing of it, and the next goes on', async () => {
    const { engine } = subject;
    const store = await serve(engine, EVENTS.slice(0, 2));
    const before = await rowsOf(engine, TABLES);
    const cutting = engine.write(async (tx) => {
      await tx.db.deleteFrom('day_sums').execute();
      expect(await engines.cut(subject)).toBeGreaterThan(0);
      await tx.db.deleteFrom('orders').execute();
    });
    await expect(cutting).rejects.toThrow(ReadStoreAway);
    expect(await rowsOf(engine, TABLES)).toEqual(before);
    await feed(store, EVENTS.slice(2, 3));
    expect(await rowsOf(engine, [daySums])).toMatchObject({ daySums: [{ orders: 3n }] });
  });

  it('that is cut while nobody waits for an answer does not end the process', async () => {
    const { engine } = subject;
    const idle = engine.write(async (tx) => {
      await tx.db.deleteFrom('day_sums').execute();
      await engines.cut(subject);
      await sleep(100);
    });
    await expect(idle).rejects.toThrow(ReadStoreAway);
    expect((await rowsOf(engine, [daySums]))['daySums']).toHaveLength(1);
  });

  it.each([
    [
      'a read is asked again on another',
      (db: Db) => db.selectNoFrom(SLOW.as('slept')).execute(),
      1,
    ],
    ['what may have written something is not', (db: Db) => sql`select ${SLOW}`.execute(db), 0],
  ])('that is cut before it answers: %s', async (_, ask, answers) => {
    const own = await engines.subject();
    const asked = ask(own.engine.db).then(
      () => 1,
      (error: unknown) => (error instanceof ReadStoreAway ? 0 : error),
    );
    while ((await sleeping(subject)) === 0) await sleep(10);
    expect(await engines.cut(own)).toBeGreaterThan(0);
    expect(await asked).toBe(answers);
    await own.close();
  });

  it('that is cut again and again loses nothing and does nothing twice', async () => {
    const own = await engines.subject();
    const store = await serve(own.engine, []);
    const stop = new AbortController();
    let cuts = 0;
    const cutting = (async () => {
      while (!stop.signal.aborted) {
        // Ever rarer, so that a slow machine gets on, too.
        await sleep(30 + 5 * cuts++);
        await engines.cut(own);
      }
    })();
    let failures = 0;
    for (;;)
      try {
        const place = await store.place('shard 0 of 1');
        const next = EVENTS.filter(({ position }) => position > (place?.position ?? -1n));
        if (next.length === 0) break;
        await feed(store, next.slice(0, 1));
      } catch {
        failures++;
      }
    stop.abort();
    await cutting;
    const rows = await rowsOf(own.engine, TABLES);
    expect(rows['daySums']).toMatchObject([{ orders: 60n }]);
    expect(rows['ordersCounts']).toMatchObject([{ count: 60n }]);
    expect(failures).toBeGreaterThan(0);
    await own.close();
  });

  it.each([
    ['of a statement', sql`select pg_sleep(5)`, sql`set local statement_timeout = 50`],
    [
      'of a lock',
      sql`lock table day_sums in access exclusive mode`,
      sql`set local lock_timeout = 50`,
    ],
  ])('says that the database is away when the time %s is over', async (_, slow, limit) => {
    const { engine } = subject;
    const holding = await subject.open();
    let release = (): void => undefined;
    const held = holding.write(async ({ db }) => {
      await sql`lock table day_sums in share mode`.execute(db);
      await new Promise<void>((resolve) => (release = resolve));
    });
    while ((await locksOf(engine)) === 0) await sleep(10);
    const waiting = engine.write(async ({ db }) => {
      await limit.execute(db);
      await slow.execute(db);
    });
    await expect(waiting).rejects.toThrow(ReadStoreAway);
    release();
    await held;
  });

  it.each([
    ['nobody listens', 'postgres://secret@127.0.0.1:1/none'],
    ['there is no such database', null],
  ])('is told to whoever asks when %s', async (_, url) => {
    const client = await subject.engine.db.executeQuery<{ port: string }>(
      sql<{ port: string }>`select current_setting('port') as port`.compile(subject.engine.db),
    );
    const port = client.rows[0]?.port ?? '';
    const engine = PostgresEngine.open(url ?? `postgres://brokerage@127.0.0.1:${port}/missing`);
    const reading = engine.db.selectFrom('checkpoints').selectAll().execute();
    await expect(reading).rejects.toThrow(ReadStoreAway);
    await expect(reading).rejects.not.toMatchObject({ message: expect.stringContaining('secret') });
    await expect(engine.write(() => Promise.resolve())).rejects.toThrow(ReadStoreAway);
    await engine.close();
  });

  it('is not tried where the URL is none, and the password stays untold', () => {
    const open = () => PostgresEngine.open('postgres://secret@:');
    expect(open).toThrow(RangeError);
    expect(open).not.toThrow(/secret/);
  });

  it('makes what is missing in a database that was made anew', async () => {
    const own = await engines.subject();
    await own.engine.write(({ db }) => sql`drop table checkpoints`.execute(db));
    await engines.cut(own);
    expect(await new ReadStore(own.engine, [sample()]).servedPlaces()).toEqual([]);
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

type Db = Subject['engine']['db'];
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
