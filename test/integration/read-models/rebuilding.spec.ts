import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch, EventLog } from '#platform/event-store/event-log.js';
import { heldAfter, inSteps } from '../../support/altered-logs.js';
import { BOOKS, eventually, Stage } from '../../support/read-models.js';

/** Its first batch meets a Redis that is silent, the next never comes, and it is slow to end. */
const silentAfterFirst = ({ log, redis }: Stage, reached: () => void): EventLog => ({
  ...inSteps(log),
  async *subscribe(after, signal): AsyncGenerator<Batch> {
    for await (const { events } of log.subscribe(after, signal)) {
      await redis.call('CLIENT', 'PAUSE', '60000', 'ALL');
      yield { events, caughtUp: false };
      reached();
    }
    await sleep(50);
  },
});

describe('rebuilding read models beside the served ones', () => {
  let stage: Stage;
  let partnerId: string;
  beforeEach(async () => {
    stage = await Stage.open();
    partnerId = await stage.openPartner();
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

  /** Reads without a pause; whatever it sees must never be less, half or missing. */
  const watch = () => {
    const seen = { reads: 0, most: 0, stop: false };
    const reading = async () => {
      while (!seen.stop) {
        const count = await stage.count(partnerId);
        if (count === null) throw new Error('Not ready');
        if (count < seen.most) throw new Error(`Backwards: ${count} after ${seen.most}`);
        seen.most = count;
        seen.reads += 1;
        if (seen.reads % 50 === 0) await new Promise(setImmediate);
      }
      return seen.reads;
    };
    const done = reading();
    return async () => {
      seen.stop = true;
      return done;
    };
  };

  it('tells readers to come back until the first one is whole', async () => {
    await deposits(3);
    const { log, release } = heldAfter(3n, stage.log);
    stage.run({ log });
    const control = stage.control;
    const looked = () =>
      eventually(
        async () => (await control.load()).progress,
        (progress) => progress?.position === '3',
      );
    await looked();
    await stage.redis.hdel(`rm:projection:${BOOKS}`, 'progress');
    await looked();
    expect(await stage.count(partnerId)).toBeNull();
    release();
    await sees(3);
  });

  it('asks for the next batch while Redis has one, and ends quietly when none comes', async () => {
    await deposits(3);
    let reached: () => void = () => undefined;
    const isUnderWay = new Promise<void>((resolve) => (reached = resolve));
    const runner = stage.run({ log: silentAfterFirst(stage, () => reached()) });
    await isUnderWay;
    await runner.stop();
  });

  it('moves readers forward only, while events keep coming', async () => {
    const [first, second] = [stage.run(), stage.run()];
    await deposits(2_000);
    await sees(2_000);
    const unwatch = watch();
    for (let round = 1; round <= 3; round++) {
      const before = await generation();
      await Promise.all([stage.rebuild(), deposits(500)]);
      await eventually(generation, (id) => id !== before);
    }
    await sees(3_500);
    expect(await unwatch()).toBeGreaterThan(100);
    await Promise.all([first.stop(), second.stop()]);
  });

  it('builds another version beside the old one, which serves until the switch', async () => {
    stage.run({ version: 1 });
    await deposits(500);
    await sees(500);
    const unwatch = watch();
    await stage.stopAll();
    stage.run({ version: 2 });
    await deposits(500);
    await sees(1_000);
    await unwatch();
    const read = await stage.models.document(partnerId, BOOKS, 'totals');
    expect(read).toMatchObject({ value: { count: '1000', cents: '7000', version: '2' } });
  });

  it('leaves the field to the version that started last', async () => {
    stage.run({ version: 1 });
    await deposits(10);
    await sees(10);
    stage.run({ version: 2 });
    const version = async () => {
      const read = await stage.models.document(partnerId, BOOKS, 'totals');
      return read.status === 'ready' ? read.value?.['version'] : undefined;
    };
    await eventually(version, (seen) => seen === '2');
    const settled = await generation();
    await deposits(10);
    await sees(20);
    expect(await version()).toBe('2');
    expect(await generation()).toBe(settled);
  });

  it('gives byte for byte what the live one had', async () => {
    stage.run();
    await deposits(20);
    await stage.change(partnerId, { op: 'rename', doc: 'totals', to: 'frozen' });
    for (const member of ['a', 'b', 'c']) {
      await stage.change(partnerId, { op: 'index', index: 'all', member });
      await stage.change(partnerId, { op: 'set', doc: member, fields: { id: member } });
    }
    await stage.change(partnerId, { op: 'move', member: 'b', from: 'all', to: 'some' });
    await deposits(5);
    await sees(5);
    const [live, before] = [await stage.contents(partnerId), await generation()];
    await stage.control.requestRebuild();
    await eventually(generation, (id) => id !== before);
    expect(await stage.contents(partnerId)).toEqual(live);
    expect(Object.keys(live)).toContain('d:frozen');
  });

  it('clears up after the switch', async () => {
    stage.run();
    await deposits(50);
    await sees(50);
    const before = (await generation()) ?? '';
    await stage.rebuild();
    await eventually(
      () => stage.redis.keys(`*${before}*`),
      (keys) => keys.length === 0,
    );
    const guards = () => stage.redis.hkeys(`rm:{${partnerId}}:guard`);
    await eventually(guards, (fields) => fields.length === 1);
    await sees(50);
  });
});
