import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import type { RecordedEvent } from '#platform/event-store/event-log.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { BOOKS, eventually, Stage } from '../../support/read-models.js';

describe('read models of a Redis that forgets', () => {
  let stage: Stage;
  let partnerId: string;
  beforeEach(async () => {
    stage = await Stage.open();
    partnerId = await stage.openPartner();
    await deposits(200);
  });
  afterEach(() => stage.close());

  const deposits = async (n: number) => {
    for (let i = 0; i < n; i++) await stage.deposit(partnerId);
  };
  const sees = (n: number) =>
    eventually(
      () => stage.count(partnerId),
      (count) => count === n,
    );
  const generation = () => stage.redis.hget(`rm:{${partnerId}}:active`, BOOKS);

  it('come back by themselves when nothing happens', async () => {
    stage.run();
    await sees(200);
    await stage.redis.flushall();
    await sees(200);
  });

  it('come back under load, and show nothing until they are whole', async () => {
    stage.run();
    stage.run();
    await sees(200);
    const writing = deposits(500);
    for (let wipe = 0; wipe < 3; wipe++) {
      await stage.redis.flushall();
      const first = await eventually(
        () => stage.count(partnerId),
        (count) => count !== null,
      );
      expect(first).toBeGreaterThanOrEqual(200);
    }
    await writing;
    await sees(700);
  });

  it('come back when wiped in the middle of a rebuild', async () => {
    await deposits(3_000);
    stage.run();
    await sees(3_200);
    await stage.control.requestRebuild();
    const checkpoints = async () =>
      Object.keys(await stage.redis.hgetall(`rm:projection:${BOOKS}`)).filter((field) =>
        field.startsWith('checkpoint:'),
      );
    await eventually(checkpoints, (fields) => fields.length === 2);
    await stage.redis.flushall();
    await sees(3_200);
  });

  it.each([
    ['while it runs', true],
    ['while it is down', false],
  ])('catch up from an older copy that was put back %s', async (_, running) => {
    stage.run();
    await sees(200);
    const copy = await copied(stage.redis);
    await deposits(100);
    await sees(300);
    if (!running) await stage.stopAll();
    await putBack(stage.redis, copy);
    if (!running) stage.run();
    await sees(300);
    await deposits(1);
    await sees(301);
  });

  it('are rebuilt, not continued, when an older copy is met by a runner that knows better', async () => {
    stage.run();
    await sees(200);
    const [copy, before] = [await copied(stage.redis), await generation()];
    const position = await stage.deposit(partnerId);
    await sees(201);
    // The runner knows no better before it has saved how far it is.
    await eventually(
      () => stage.redis.hget(`rm:projection:${BOOKS}`, `checkpoint:${before}`),
      (checkpoint) => checkpoint === `${position}`,
    );
    await putBack(stage.redis, copy);
    await eventually(generation, (id) => id !== null && id !== before);
    await sees(201);
  });

  it('are seen as they are when an older copy, from the middle of a rebuild, was put back', async () => {
    const client = stage.connect();
    stage.run({ redis: client });
    await sees(200);
    const before = `${await generation()}`;
    let copy: Copy = [];
    once(client, isCheckpoint, async (save) => {
      copy = await copied(stage.redis);
      return save();
    });
    await stage.control.requestRebuild();
    const after = `${await eventually(generation, (id) => id !== before)}`;
    const state = () => stage.redis.hget(`rm:projection:${BOOKS}`, 'state');
    await eventually(state, (text) => `${text}`.includes('"sweep":false'));
    const readAt = new Promise((resolve) => {
      once(client, isBatchOf(after), async (apply) => {
        await putBack(stage.redis, copy);
        await reconnected(client);
        const answer = await apply();
        resolve(await generation());
        return answer;
      });
    });
    await deposits(1);
    expect(await readAt).toBe(before);
    await sees(201);
    await deposits(1);
    await sees(202);
  });

  it('leave no gap where a batch comes after a part that was lost', async () => {
    const client = stage.connect();
    stage.run({ redis: client });
    await sees(200);
    const copy = await copied(stage.redis);
    await deposits(10);
    await sees(210);
    const died = new Promise<void>((resolve) => {
      once(client, isCheckpoint, () => {
        resolve();
        return new Promise(() => undefined);
      });
    });
    await putBack(stage.redis, copy);
    await deposits(1);
    await died;
    await stage.stopAll();
    stage.run();
    await sees(211);
  });

  describe('of the last batch alone, before its checkpoint is saved', () => {
    it('take the batch again', async () => {
      const client = stage.connect();
      stage.run({ redis: client });
      await sees(200);
      const copy = await copied(stage.redis);
      once(client, isCheckpoint, async (save) => {
        await putBack(stage.redis, copy);
        await reconnected(client);
        return save();
      });
      await stage.deposit(partnerId);
      await sees(201);
    });

    it('take the batch again when their runner dies of it', async () => {
      const client = stage.connect();
      stage.run({ redis: client });
      await sees(200);
      const copy = await copied(stage.redis);
      const saved = new Promise<void>((resolve) => {
        once(client, isCheckpoint, async (save) => {
          await putBack(stage.redis, copy);
          await save();
          resolve();
          return new Promise(() => undefined);
        });
      });
      await stage.deposit(partnerId);
      await saved;
      await stage.stopAll();
      stage.run();
      await sees(201);
    });
  });

  it('are rebuilt for a partner whose part alone was lost, while others are served', async () => {
    const other = await stage.openPartner();
    await stage.deposit(other);
    stage.run();
    await eventually(
      () => stage.count(other),
      (count) => count === 1,
    );
    await sees(200);
    await stage.redis.unlink(await stage.redis.keys(`rm:{${partnerId}}:*`));
    await stage.deposit(partnerId);
    expect(await stage.count(other)).toBe(1);
    await sees(201);
  });

  it('are made anew when Redis belongs to another log', async () => {
    stage.run();
    await sees(200);
    await stage.stopAll();
    const log = new InMemoryEventLog();
    const metadata = { partnerId, correlationId: '', causationId: '', actor: 'test', at: '' };
    const id = '0e4bb1f5-6a8c-4b63-9a1e-0c3a4f0f2d11';
    const created = { id, type: 'PartnerCreated', data: '', metadata };
    await log.append(`partner-${partnerId}`, 'no_stream', [created]);
    stage.run({ log });
    await sees(0);
  });

  it.each([
    ['ends before what they hold', 0],
    ['has given its positions out again', 150],
  ])('are made anew when the log was put back and %s', async (_, since) => {
    stage.run();
    await sees(200);
    await stage.stopAll();
    const log = await firstOf(stage.log, 101);
    for (let i = 0; i < since; i++) {
      const again = { ...(await depositIn(stage.log, 50)), id: randomUUID() };
      await log.append(`test-${randomUUID()}`, 'no_stream', [again]);
    }
    await stage.redis.set(`rm:{${partnerId}}:written`, '201');
    stage.run({ log });
    await sees(100 + since);
    expect(await stage.redis.exists(`rm:{${partnerId}}:written`)).toBe(0);
  });
});

const eventsOf = async (log: InMemoryEventLog): Promise<readonly RecordedEvent[]> => {
  const all: RecordedEvent[] = [];
  for await (const { events, caughtUp } of log.subscribe(null, new AbortController().signal)) {
    all.push(...events);
    if (caughtUp) break;
  }
  return all;
};

const depositIn = async (log: InMemoryEventLog, nth: number) => {
  const { type, data, metadata } = (await eventsOf(log))[nth]!;
  return { type, data, metadata };
};

/** The log as it was after so many events. */
const firstOf = async (log: InMemoryEventLog, count: number): Promise<InMemoryEventLog> => {
  const earlier = new InMemoryEventLog();
  for (const { stream, revision, id, type, data, metadata } of (await eventsOf(log)).slice(
    0,
    count,
  ))
    await earlier.append(stream, revision === 0n ? 'no_stream' : revision - 1n, [
      { id, type, data, metadata },
    ]);
  return earlier;
};

type Send = () => Promise<unknown>;
type Matches = (args: readonly unknown[]) => boolean;

/** By the mark of the log, its last argument. */
const isCheckpoint: Matches = (args) => /^\d*\/.+/.test(String(args.at(-1)));
const isBatchOf =
  (generation: string): Matches =>
  (args) =>
    args.includes(generation) && String(args.at(-1)).includes('"add"');

/** Does something else, once, where a runner sends such a script. */
const once = (client: Redis, matches: Matches, act: (send: Send) => Promise<unknown>): void => {
  const call = client.call.bind(client) as (name: string, args: unknown[]) => Promise<unknown>;
  let done = false;
  const instead = (name: string, args: unknown[]): Promise<unknown> => {
    const send = () => call(name, args);
    if (done || !matches(args)) return send();
    done = true;
    return act(send);
  };
  Object.assign(client, { call: instead });
};

const reconnected = (client: Redis): Promise<void> =>
  new Promise((resolve) => {
    client.once('ready', () => resolve());
    client.disconnect(true);
  });

type Copy = readonly (readonly [string, Buffer])[];

const copied = async (redis: Redis): Promise<Copy> => {
  const keys = await redis.keys('*');
  const together = redis.multi();
  for (const key of keys) together.dumpBuffer(key);
  const dumps = (await together.exec()) ?? [];
  return keys.map((key, i) => [key, dumps[i]?.[1] as Buffer]);
};

/** In one step, as a server that starts with an older file. */
const putBack = async (redis: Redis, copy: Copy): Promise<void> => {
  const together = redis.multi().flushall();
  for (const [key, value] of copy) together.restore(key, 0, value);
  await together.exec();
};
