import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Rebuild } from '#read-models/rebuild.js';
import { CheckpointConflict, ReadStore } from '#read-models/read-store.js';
import { ReadStoreUnavailable, type SqlEngine } from '#read-models/sql-engine.js';
import { daySums, eventAt, eventsOf, placed, sample, summed } from './sample.js';
import {
  type Engines,
  activeCheckpoint,
  feed,
  fill,
  logOf,
  patiently,
  postgres,
  rowsOf,
  serve,
} from './subject.js';

const EVENTS = eventsOf(
  Array.from({ length: 4 }, (_, n) => [placed(`${n}`), summed('d', { orders: '1' })]),
);
const { signal } = new AbortController();

/** An engine whose transactions wait before their commit until the test releases them. */
const held = (engine: SqlEngine) => {
  const reached = Promise.withResolvers<boolean>();
  const gate = Promise.withResolvers<boolean>();
  const write: SqlEngine['write'] = (work, options) =>
    engine.write(async (tx) => {
      const result = await work(tx);
      reached.resolve(true);
      await gate.promise;
      return result;
    }, options);
  return {
    engine: Object.create(engine, { write: { value: write } }) as SqlEngine,
    reached: reached.promise,
    letGo: () => gate.resolve(true),
  };
};

/** Resolves when the work waits for a lock, or has ended. */
const waitsOrEnds = async (work: Promise<unknown>, { db }: SqlEngine): Promise<void> => {
  const state = { hasEnded: false };
  void work.then(() => (state.hasEnded = true));
  const isWaiting = async () =>
    (await sql`select 1 from pg_locks where not granted`.execute(db)).rows.length > 0;
  while (!state.hasEnded && !(await isWaiting())) await sleep(10);
};

/**
 * In PostgreSQL several processes write concurrently, and each sees only committed changes of the
 * others.
 */
describe('an activation while another process writes', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await postgres();
  });
  afterAll(() => engines.stop());

  it('includes a batch that is about to be committed', async () => {
    const { engine, open, close } = await engines.subject();
    const store = await serve(engine, EVENTS.slice(0, 2));
    await store.requestRebuild();
    const set = await fill(store, EVENTS.slice(0, 2));

    const slow = held(await open());
    const taking = feed(new ReadStore(slow.engine, [sample()]), EVENTS.slice(2, 3));
    await slow.reached;
    const switching = new Rebuild(store, logOf(EVENTS.slice(0, 2)))
      .run(set, signal)
      .catch((error: unknown) => error);
    await waitsOrEnds(switching, engine);
    slow.letGo();
    await taking;
    await switching;
    expect((await store.sets()).active?.generation).not.toBe(set.generation);
    await patiently(() => new Rebuild(store, logOf(EVENTS.slice(0, 3))).run(set, signal));
    expect((await store.sets()).active?.generation).toBe(set.generation);
    expect(await rowsOf(store, [daySums])).toMatchObject({ daySums: [{ orders: 3n }] });
    await close();
  });

  it('rejects a batch for the set that it replaces', async () => {
    const { engine, open, close } = await engines.subject();
    const store = await serve(engine, EVENTS.slice(0, 2));
    const name = await activeCheckpoint(store);
    await store.requestRebuild();
    const set = await fill(store, EVENTS.slice(0, 2));
    const slow = held(engine);
    const switching = new Rebuild(
      new ReadStore(slow.engine, [sample()]),
      logOf(EVENTS.slice(0, 2)),
    );
    const switched = switching.run(set, signal);
    await slow.reached;
    const taking = feed(new ReadStore(await open(), [sample()]), EVENTS.slice(2, 3)).catch(
      (error: unknown) => error,
    );
    await waitsOrEnds(taking, engine);
    slow.letGo();
    await switched;
    expect(await taking).toBeInstanceOf(CheckpointConflict);
    expect(await store.place(name)).toMatchObject({ position: 2n });
    await feed(store, EVENTS.slice(2));
    expect(await rowsOf(store, [daySums])).toMatchObject({ daySums: [{ orders: 4n }] });
    await close();
  });

  it('continues after a process that hangs in its transaction', async () => {
    const { engine, open, close } = await engines.subject();
    const store = await serve(engine, EVENTS.slice(0, 2));
    const slow = held(await open());
    const taking = feed(new ReadStore(slow.engine, [sample()]), EVENTS.slice(2, 3));
    const rolledBack = expect(taking).rejects.toThrow(ReadStoreUnavailable);
    await slow.reached;
    await patiently(() => feed(store, EVENTS.slice(2)));
    slow.letGo();
    await rolledBack;
    expect(await rowsOf(store, [daySums])).toMatchObject({ daySums: [{ orders: 4n }] });
    await close();
  });

  it('quarantines nothing while the database lacks space or time', async () => {
    const { engine, close } = await engines.subject();
    const store = await serve(engine, EVENTS.slice(0, 2));
    const again = eventAt(3n, { data: [placed('0')] });
    for (const code of ['53100', '57014', '40P01', '55P03', '25006']) {
      await sql`
        create or replace function refuse() returns trigger language plpgsql as
        ${sql.raw(`$$ begin raise exception 'not now' using errcode = '${code}'; end $$`)}
      `.execute(engine.db);
      await sql`drop trigger if exists refusing on day_sums_v1_g1`.execute(engine.db);
      await sql`create trigger refusing before insert or update on day_sums_v1_g1
        execute function refuse()`.execute(engine.db);
      await expect(feed(store, EVENTS.slice(2, 3))).rejects.toThrow(ReadStoreUnavailable);
      // Beside an invalid event, each event is applied separately.
      await expect(feed(store, [again, ...EVENTS.slice(3)])).rejects.toThrow(ReadStoreUnavailable);
    }
    await sql`drop trigger refusing on day_sums_v1_g1`.execute(engine.db);
    expect(await feed(store, EVENTS.slice(2, 3))).toEqual([]);
    expect(await rowsOf(store, [daySums])).toMatchObject({ daySums: [{ orders: 3n }] });
    await close();
  });
});
