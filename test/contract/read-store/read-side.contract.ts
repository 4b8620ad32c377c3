import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NewEvent } from '#kernel/event-store/event-log.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { ReadStore } from '#read-models/read-store.js';
import type { SqlEngine } from '#read-models/sql-engine.js';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { projectAll } from '../../support/project-all.js';
import { OTHER, PARTNER, TABLES, daySums, eventsOf, placed, sample, summed } from './sample.js';
import { type Engines, type Subject, rowsOf } from './subject.js';

const POLL_MS = 20;
/** Timeout of a wait. After it the test fails with the logs. */

/** The logs, and a process that runs until it is stopped. */
type Running = { readonly said: readonly string[]; readonly stop: () => Promise<void> };

/**
 * Everything together, live: an event log, one or several projectors, and possible disturbances.
 */
export const readSideContract = (engines: () => Engines): void => {
  const run = (
    engine: SqlEngine,
    log: InMemoryEventLog,
    more: Parameters<typeof sample>[0][] = [{}],
    shards = 1,
  ): Running => {
    const stop = new AbortController();
    const said: string[] = [];
    const say = (details: object, message: string) => {
      said.push(message);
      logged.push(`${JSON.stringify(details)} ${message}`);
    };
    const store = new ReadStore(engine, more.map(sample));
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

  const storeOn = (engine: SqlEngine, more: Parameters<typeof sample>[0] = {}) =>
    new ReadStore(engine, [sample(more)]);
  const totalOf = (engine: SqlEngine, more: Parameters<typeof sample>[0] = {}): Promise<number> =>
    storeOn(engine, more)
      .read(async ({ db, nameOf }) => {
        const asked = db.selectFrom(nameOf(daySums)).select(db.fn.sum('orders').as('total'));
        return Number((await asked.executeTakeFirst())?.total ?? 0);
      })
      .catch(() => -1);
  const until = async (isSo: () => Promise<boolean> | boolean) => {
    const endMs = performance.now() + BACKSTOP_MS;
    while (!(await isSo())) {
      if (performance.now() > endMs)
        throw new Error(`never: ${isSo.toString()}\n${logged.join('\n')}`);
      await sleep(POLL_MS);
    }
  };
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
  const expectWhole = async (
    engine: SqlEngine,
    count: number,
    more: Parameters<typeof sample>[0] = {},
  ) => {
    const rows = await rowsOf(storeOn(engine, more), TABLES);
    expect(rows['orders']).toHaveLength(count);
    for (const partnerId of [PARTNER, OTHER]) {
      const ordinals = (rows['orders'] ?? [])
        .filter((row) => row['partnerId'] === partnerId)
        .map(({ ordinal }) => Number(ordinal))
        .sort((one, other) => one - other);
      expect(ordinals).toEqual(ordinals.map((_, place) => place));
    }
    expect(await totalOf(engine, more)).toBe(count);
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

  it('feeds the tables of two versions side by side', async () => {
    await withAll(async ({ engine, open }, log) => {
      await append(log, words(0, 10));
      const older = run(engine, log);
      await until(async () => (await totalOf(engine)) === 10);
      const newer = run(await open(), log, [{ version: 2 }]);
      await append(log, words(10, 20));
      await until(async () => (await totalOf(engine, { version: 2 })) === 20);
      await append(log, words(20, 30));
      await until(async () => (await totalOf(engine)) === 30);
      await until(async () => (await totalOf(engine, { version: 2 })) === 30);
      await older.stop();
      await append(log, words(30, 40));
      await until(async () => (await totalOf(engine, { version: 2 })) === 40);
      await newer.stop();
      await expectWhole(engine, 30);
      await expectWhole(engine, 40, { version: 2 });
    });
  });

  it('rebuilds once per request of an operator, and goes on at once', async () => {
    await withAll(async ({ engine }, log) => {
      await append(log, words(0, 10));
      const projector = run(engine, log);
      await until(async () => (await totalOf(engine)) === 10);
      const store = storeOn(engine);
      const request = await store.requestRebuild();
      await until(async () => (await store.sets()).active?.request === request);
      await append(log, words(10, 12));
      await until(async () => (await totalOf(engine)) === 12);
      await projector.stop();
      expect(await store.sets()).toMatchObject({ active: { generation: 2 }, rebuild: null });
      expect(projector.said).not.toContain('restarting a projection runner');
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
};
