import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NewEvent } from '#kernel/event-store/event-log.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { eventsOf as loggedEvents } from '../../support/events-of.js';
import { REBUILDING } from '#read-models/control-tables.js';
import { ReadStore } from '#read-models/read-store.js';
import type { SqlEngine } from '#read-models/sql-engine.js';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { projectAll } from '../../support/project-all.js';
import {
  OTHER,
  PARTNER,
  TABLES,
  daySums,
  eventsOf,
  labels,
  placed,
  sample,
  summed,
} from './sample.js';
import { type Engines, type Subject, rowsOf, serve } from './subject.js';

const POLL_MS = 20;
/** Timeout of a wait. After it the test fails with the logs. */

/** The logs, and a process that runs until it is stopped. */
type Running = { readonly said: readonly string[]; readonly stop: () => Promise<void> };

const nothing = () => Promise.resolve();

/** Runs once, after a process read the copies before it runs a shard. */
class Interrupted extends ReadStore {
  constructor(
    engine: SqlEngine,
    models: ReadStore['models'],
    private meanwhile: () => Promise<void>,
  ) {
    super(engine, models);
  }

  override async place(...asked: Parameters<ReadStore['place']>) {
    const place = await super.place(...asked);
    if (asked[0] === REBUILDING) return place;
    const { meanwhile } = this;
    this.meanwhile = nothing;
    await meanwhile();
    return place;
  }
}

/**
 * Everything together, live: an event log, one or several projectors, and possible disturbances.
 */
export const readSideContract = (engines: () => Engines): void => {
  const run = (
    engine: SqlEngine,
    log: InMemoryEventLog,
    more: Parameters<typeof sample>[0][] = [{}],
    shards = 1,
    meanwhile: () => Promise<void> = nothing,
  ): Running => {
    const stop = new AbortController();
    const said: string[] = [];
    const say = (details: object, message: string) => {
      said.push(message);
      logged.push(`${JSON.stringify(details)} ${message}`);
    };
    const models = more.map((each) => sample(each));
    const store = new Interrupted(engine, models, meanwhile);
    const logger = { info: say, warn: say, error: say };
    const running = projectAll({ store, log, logger, shards }, stop.signal);
    return {
      said,
      stop: async () => {
        stop.abort();
        await running;
      },
    };
  };

  /** An order and its sum, of one of two partners. */
  const append = async (log: InMemoryEventLog, words: readonly string[]) => {
    for (const word of words) {
      const partnerId = word.length % 2 === 0 ? PARTNER : OTHER;
      const data = [placed(word), summed('d', { orders: '1' })];
      const [event] = eventsOf([data], { partnerId, log: `${word} ${words.length}` });
      if (event !== undefined) await log.append(`sample-${word}`, 'no_stream', [event]);
    }
  };
  const words = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => `${from + n}`.padEnd((n % 2) + 4, '.'));

  const totalOf = async (engine: SqlEngine): Promise<number> => {
    const { db } = engine;
    const asked = db.selectFrom('day_sums').select(db.fn.sum('orders').as('total'));
    const row = await asked.executeTakeFirst().catch(() => undefined);
    return Number(row?.total ?? -1);
  };
  const until = async (isSo: () => Promise<boolean> | boolean) => {
    const endMs = performance.now() + BACKSTOP_MS;
    while (!(await isSo())) {
      if (performance.now() > endMs)
        throw new Error(`never: ${isSo.toString()}\n${logged.join('\n')}`);
      await sleep(POLL_MS);
    }
  };
  const versionsOf = async ({ db }: SqlEngine) =>
    (await db.selectFrom('read_models').selectAll().execute())
      .filter(({ slot }) => slot === 'served')
      .map(({ name, version }) => `${name} ${version}`)
      .sort();

  /** The processes of one test. */
  const logged: string[] = [];
  const withAll = async (test: (subject: Subject, log: InMemoryEventLog) => Promise<void>) => {
    const subject = await engines().subject();
    const log = new InMemoryEventLog();
    logged.length = 0;
    await test(subject, log);
    await log.close();
    await subject.close();
  };

  /** Checks that no row is missing or duplicate. */
  const expectWhole = async (engine: SqlEngine, count: number) => {
    const rows = await rowsOf(engine, TABLES);
    expect(rows['orders']).toHaveLength(count);
    for (const partnerId of [PARTNER, OTHER]) {
      const ordinals = (rows['orders'] ?? [])
        .filter((row) => row['partnerId'] === partnerId)
        .map(({ ordinal }) => Number(ordinal))
        .sort((one, other) => one - other);
      expect(ordinals).toEqual(ordinals.map((_, place) => place));
    }
    expect(await totalOf(engine)).toBe(count);
  };

  it('rebuilds at the first start, and applies new events', async () => {
    await withAll(async ({ engine }, log) => {
      await append(log, words(0, 10));
      const projector = run(engine, log);
      await until(async () => (await totalOf(engine)) === 10);
      await append(log, words(10, 30));
      await until(async () => (await totalOf(engine)) === 30);
      await projector.stop();
      await expectWhole(engine, 30);
    });
  });

  it('is right with three concurrent projectors and two shards', async () => {
    await withAll(async ({ engine, open }, log) => {
      await append(log, words(0, 10));
      const projectors = [
        run(engine, log, [{}], 2),
        run(await open(), log, [{}], 2),
        run(await open(), log, [{}], 2),
      ];
      for (let from = 10; from < 40; from += 10) {
        await append(log, words(from, from + 10));
        await until(async () => (await totalOf(engine)) >= from);
      }
      await until(async () => (await totalOf(engine)) === 40);
      await Promise.all(projectors.map(({ stop }) => stop()));
      await expectWhole(engine, 40);
    });
  });

  it('activates a new version while the old one works, which then waits', async () => {
    await withAll(async ({ engine, open }, log) => {
      await append(log, words(0, 10));
      const older = run(engine, log);
      await until(async () => (await totalOf(engine)) === 10);
      const newer = run(await open(), log, [{ version: 2 }]);
      await append(log, words(10, 20));
      await until(async () => (await versionsOf(engine)).join() === 'sample 2');
      await append(log, words(20, 30));
      await until(async () => (await totalOf(engine)) === 30);
      await Promise.all([older.stop(), newer.stop()]);
      expect(await versionsOf(engine)).toEqual(['sample 2']);
      await expectWhole(engine, 30);
    });
  });

  it('leaves an unknown read model to another process', async () => {
    await withAll(async ({ engine, open }, log) => {
      const [few, all] = [TABLES.filter((each) => each !== daySums), daySums];
      await append(log, words(0, 10));
      const older = run(engine, log, [{ tables: few }]);
      await until(async () => (await versionsOf(engine)).length === 1);
      const newer = run(await open(), log, [{ tables: few }, { name: 'sums', tables: [all] }]);
      await until(async () => (await totalOf(engine)) === 10);
      for (let from = 10; from < 40; from += 5) {
        await append(log, words(from, from + 5));
        await until(async () => (await totalOf(engine)) >= from);
      }
      await until(async () => (await totalOf(engine)) === 40);
      await Promise.all([older.stop(), newer.stop()]);
      await expectWhole(engine, 40);
    });
  });

  it('applies nothing if an unknown read model appeared while it started', async () => {
    await withAll(async ({ engine, open }, log) => {
      const few = { tables: TABLES.filter((each) => each !== daySums) };
      const sums = { name: 'sums', tables: [daySums] };
      await append(log, words(0, 10));
      const first = run(engine, log, [few]);
      await until(async () => (await versionsOf(engine)).length === 1);
      await first.stop();
      const newer = await open();
      const older = run(engine, log, [few], 1, async () => {
        await serve(newer, await loggedEvents(log), [sample(sums)]);
        await append(log, words(10, 15));
      });
      await until(() => older.said.includes('restarting a projection runner'));
      const both = run(newer, log, [few, sums]);
      await until(async () => (await totalOf(engine)) === 15);
      await Promise.all([older.stop(), both.stop()]);
      await expectWhole(engine, 15);
    });
  });

  it('rebuilds a model once per request of an operator', async () => {
    await withAll(async ({ engine }, log) => {
      await append(log, words(0, 10));
      const projector = run(engine, log);
      await until(async () => (await totalOf(engine)) === 10);
      await engine.write(({ db }) =>
        db.insertInto('rebuild_requests').values({ model: 'sample', id: 'r1' }).execute(),
      );
      const requests = async () =>
        (await engine.db.selectFrom('read_models').selectAll().execute()).map(
          ({ slot, request }) => `${slot} ${request}`,
        );
      await until(async () => (await requests()).join() === 'served r1');
      await projector.stop();
      const generation = await new ReadStore(engine, []).copies();
      const next = run(engine, log, [{ version: 2 }]);
      await until(async () => (await versionsOf(engine)).join() === 'sample 2');
      await append(log, words(10, 12));
      await until(async () => (await totalOf(engine)) === 12);
      await next.stop();
      const after = await new ReadStore(engine, []).copies();
      expect(after).toMatchObject([{ slot: 'served', request: 'r1' }]);
      expect(after[0]?.generation).toBe((generation[0]?.generation ?? 0) + 1);
      await expectWhole(engine, 12);
    });
  });

  it.each([
    ['is shorter', 4],
    ['has as many different events', 10],
    ['has more different events', 15],
  ])('rebuilds everything after the log was restored and %s', async (_, count) => {
    await withAll(async ({ engine }, log) => {
      await append(log, words(0, 10));
      const before = run(engine, log);
      await until(async () => (await totalOf(engine)) === 10);
      await before.stop();
      const restored = new InMemoryEventLog();
      await append(restored, words(100, 100 + count));
      const projector = run(engine, restored);
      const message = 'rebuilding all read models because the log was restored';
      await until(() => projector.said.includes(message));
      await append(restored, words(200, 205));
      await until(async () => (await totalOf(engine)) === count + 5);
      await projector.stop();
      await restored.close();
      await expectWhole(engine, count + 5);
    });
  });

  it('logs events that cannot be applied, in a rebuild and live', async () => {
    await withAll(async ({ engine }, log) => {
      const nonsense = (word: string): NewEvent => ({
        ...(eventsOf([[]], { log: word })[0] as NewEvent),
        type: 'Unheard',
      });
      await log.append('sample-x', 'no_stream', [nonsense('x')]);
      const projector = run(engine, log);
      await until(() => projector.said.includes('quarantined event'));
      await log.append('sample-y', 'no_stream', [nonsense('y')]);
      await append(log, words(0, 2));
      await until(async () => (await totalOf(engine)) === 2);
      await projector.stop();
      expect(projector.said.filter((each) => each === 'quarantined event')).toHaveLength(2);
    });
  });

  describe('an unknown read model', () => {
    it('is retired at a start', async () => {
      await withAll(async ({ engine }, log) => {
        const few = TABLES.filter((each) => each !== labels);
        await serve(
          engine,
          [],
          [sample({ tables: few }), sample({ name: 'other', tables: [labels] })],
        );
        await append(log, words(0, 4));
        const projector = run(engine, log, [{ tables: few }]);
        await until(async () => (await totalOf(engine)) === 4);
        await projector.stop();
        expect(await versionsOf(engine)).toEqual(['sample 1']);
      });
    });
  });
};
