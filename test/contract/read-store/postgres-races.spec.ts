import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { endSilentHolder } from '#platform/read-store/checkpoints.js';
import { GENERATIONS } from '#platform/read-store/control-tables.js';
import { Filling } from '#platform/read-store/filling.js';
import { Overtaken, ReadStore } from '#platform/read-store/read-store.js';
import { ReadStoreAway, type SqlEngine } from '#platform/read-store/sql-engine.js';
import { daySums, eventAt, eventsOf, placed, sample, summed } from './sample.js';
import { type Engines, feed, logOf, postgres, rowsOf, serve, switchFilled } from './subject.js';

const EVENTS = eventsOf(
  Array.from({ length: 4 }, (_, n) => [placed(`${n}`), summed('d', { orders: '1' })]),
);
const { signal } = new AbortController();
const SHARD = 'shard 0 of 1';

/** An engine whose transactions are done and not committed until they are let go. */
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

/** In PostgreSQL several processes write at once: what one has not committed the other does not see. */
describe('a switch while another process writes', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await postgres();
  });
  afterAll(() => engines.stop());

  it('misses nothing of a batch that is about to be committed', async () => {
    const { engine, open, close } = await engines.subject();
    await serve(engine, EVENTS.slice(0, 2));
    const newer = new ReadStore(engine, [sample({ version: 2 })]);
    const filling = new Filling(newer, logOf(EVENTS.slice(0, 2)));
    await filling.begin(newer.models.map((model) => ({ model, request: '' })));
    await filling.goOn(null, signal);

    const slow = held(await open());
    const taking = feed(new ReadStore(slow.engine, [sample()]), EVENTS.slice(2, 3));
    await slow.reached;
    const switching = switchFilled(newer, []).catch((error: unknown) => error);
    await sleep(60);
    slow.letGo();
    await taking;
    const outcome = await switching;
    expect(outcome instanceof ReadStoreAway || outcome === false).toBe(true);
    expect(await switchFilled(newer, EVENTS)).toBe(true);
    expect(await rowsOf(engine, [daySums])).toMatchObject({ daySums: [{ orders: 3n }] });
    await close();
  });

  it('serves no filling that goes further than its checkpoint', async () => {
    const { engine, open, close } = await engines.subject();
    const store = new ReadStore(engine, [sample()]);
    const wanted = store.models.map((model) => ({ model, request: '' }));
    const filling = new Filling(store, logOf(EVENTS.slice(0, 2)));
    await filling.begin(wanted);
    await filling.goOn(null, signal);

    const slow = held(await open());
    const other = new Filling(new ReadStore(slow.engine, [sample()]), logOf(EVENTS.slice(0, 3)));
    const taking = other.goOn(null, signal);
    await slow.reached;
    const switching = switchFilled(store, []).catch((error: unknown) => error);
    await sleep(60);
    slow.letGo();
    await taking;
    const outcome = await switching;
    expect(outcome instanceof ReadStoreAway || outcome instanceof Overtaken).toBe(true);
    expect(await switchFilled(store, [])).toBe(true);
    await feed(store, EVENTS.slice(3));
    expect(await rowsOf(engine, [daySums])).toMatchObject({ daySums: [{ orders: 4n }] });
    await close();
  });

  it('loses the transaction of a holder that says nothing, and no other one', async () => {
    const { engine, open, close } = await engines.subject();
    const store = await serve(engine, EVENTS.slice(0, 2));
    const slow = held(await open());
    const taking = feed(new ReadStore(slow.engine, [sample()]), EVENTS.slice(2, 3));
    const undone = expect(taking).rejects.toThrow(ReadStoreAway);
    await slow.reached;
    expect(await endSilentHolder(engine, SHARD)).toBe(false);
    do {
      await sleep(60);
      expect(await endSilentHolder(engine, GENERATIONS)).toBe(false);
    } while (!(await endSilentHolder(engine, SHARD)));
    await feed(store, EVENTS.slice(2));
    slow.letGo();
    await undone;
    expect(await rowsOf(engine, [daySums])).toMatchObject({ daySums: [{ orders: 4n }] });
    await close();
  });

  it('parks nothing while the database has no room or no time', async () => {
    const { engine, close } = await engines.subject();
    const store = await serve(engine, EVENTS.slice(0, 2));
    const again = eventAt(3n, { data: [placed('0')] });
    for (const code of ['53100', '57014', '40P01', '55P03', '25006']) {
      await sql`
        create or replace function refuse() returns trigger language plpgsql as
        ${sql.raw(`$$ begin raise exception 'not now' using errcode = '${code}'; end $$`)}
      `.execute(engine.db);
      await sql`drop trigger if exists refusing on day_sums`.execute(engine.db);
      await sql`create trigger refusing before insert or update on day_sums
        execute function refuse()`.execute(engine.db);
      await expect(feed(store, EVENTS.slice(2, 3))).rejects.toThrow(ReadStoreAway);
      // Beside an event that is to blame itself each is taken on its own.
      await expect(feed(store, [again, ...EVENTS.slice(3)])).rejects.toThrow(ReadStoreAway);
    }
    await sql`drop trigger refusing on day_sums`.execute(engine.db);
    expect(await feed(store, EVENTS.slice(2, 3))).toEqual([]);
    expect(await rowsOf(engine, [daySums])).toMatchObject({ daySums: [{ orders: 3n }] });
    await close();
  });
});
