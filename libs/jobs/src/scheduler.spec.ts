import { describe, expect, it } from '@jest/globals';
import type { ScheduledJob } from './job-schedule.js';
import { scheduledJobKey } from './job-schedule.js';
import { Scheduler } from './scheduler.js';
import { EVERY_15_S, type JobKind } from '#kernel/jobs/job.js';
import type { QueuedJob } from './queues.js';

const job = (name: string, again = EVERY_15_S): JobKind => ({
  queue: 'funding-settlement',
  name,
  category: 'thing',
  poll: again,
});
const effect = job('effect');
const cutOff = job('cut-off', { firstMs: 1_000, factor: 2, maxMs: 15_000 });
const PAGE = 1_000;

/** Job schedule in memory, and a queue that records jobs. Time passes in ticks of 250 ms. */
const stage = () => {
  const entries: ScheduledJob[] = [];
  const enqueued: { atMs: number; job: QueuedJob }[] = [];
  const time = { nowMs: 1_000_000, failing: false };
  const list = {
    async *pages(untilMs: number, afterMs = -Infinity) {
      const due = entries.filter(({ atMs }) => atMs > afterMs && atMs <= untilMs);
      for (let i = 0; i < due.length; i += PAGE) yield due.slice(i, i + PAGE);
    },
  };
  const add = async (jobs: readonly QueuedJob[]) => {
    if (time.failing) throw new Error('Redis is away');
    enqueued.push(...jobs.map((each) => ({ atMs: time.nowMs, job: each })));
  };
  const timer = new Scheduler(list, { add }, [effect, cutOff]);
  const tick = async () => {
    time.nowMs += 250;
    await timer.tick(time.nowMs, time.nowMs);
  };
  const due = (kind: JobKind, id: string, atMs = time.nowMs) =>
    entries.push({ partnerId: 'p', member: scheduledJobKey(kind.name, id), atMs });
  const looksAt = (id: string) =>
    enqueued.filter((each) => each.job.data.id === id).map(({ atMs }) => atMs);
  return { entries, enqueued, time, tick, due, looksAt };
};

/** Number of ticks until every initially due job was polled. */
const settled = async (ticks: number, tick: () => Promise<void>) => {
  for (let i = 0; i < ticks; i++) await tick();
};

describe('the scheduler', () => {
  it('enqueues a newly due job at once among five thousand open entries', async () => {
    const { due, tick, time, looksAt } = stage();
    for (let i = 0; i < 5_000; i++) due(effect, `e${i}`);
    await settled(20, tick);
    due(cutOff, 'partner', time.nowMs + 100);
    await tick();
    expect(looksAt('partner')).toEqual([time.nowMs]);
  });

  it('finds a job that was inserted after its due time within one round', async () => {
    const { due, tick, time, looksAt } = stage();
    for (let i = 0; i < 5_000; i++) due(effect, `e${i}`);
    await settled(20, tick);
    const sinceMs = time.nowMs;
    due(cutOff, 'partner', sinceMs - 60_000);
    await settled(12, tick);
    expect(looksAt('partner')[0]).toBeLessThanOrEqual(sinceMs + 3_000);
  });

  it('polls each entry once per interval', async () => {
    const { due, tick, looksAt } = stage();
    for (let i = 0; i < 5_000; i++) due(effect, `e${i}`);
    await settled(4 * 60, tick);
    for (const id of ['e0', 'e2500', 'e4999']) {
      const looks = looksAt(id);
      expect(looks.length).toBeGreaterThanOrEqual(3);
      for (const [i, at] of looks.entries())
        if (i > 0) expect(at - looks[i - 1]!).toBeGreaterThanOrEqual(15_000);
    }
  });

  it('enqueues repeated polls after first polls', async () => {
    const { due, tick, enqueued } = stage();
    due(cutOff, 'partner');
    await settled(10, tick);
    expect(enqueued.map((each) => each.job.again)).toEqual([false, true]);
  });

  it('stops with the entry and starts again with another time', async () => {
    const { due, tick, entries, looksAt, time } = stage();
    due(cutOff, 'partner');
    await settled(4, tick);
    entries.length = 0;
    await settled(40, tick);
    expect(looksAt('partner')).toHaveLength(1);
    due(cutOff, 'partner');
    await tick();
    expect(looksAt('partner').at(-1)).toBeGreaterThanOrEqual(time.nowMs - 1_000);
  });

  it('enqueues jobs again that the queues did not accept', async () => {
    const { due, tick, time, looksAt } = stage();
    await tick();
    due(effect, 'e', time.nowMs + 1);
    time.failing = true;
    await expect(tick()).rejects.toThrow();
    time.failing = false;
    await tick();
    expect(looksAt('e')).toHaveLength(1);
  });
});
