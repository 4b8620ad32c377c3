import { describe, expect, it } from '@jest/globals';
import { EVERY_15_S } from '../jobs/job.js';
import type { QueuedJob } from '../jobs/queues.js';
import type { Failure } from './failures.js';
import { ParkedJobs } from './parked-jobs.js';

const job = {
  queue: 'order-submission',
  name: 'mend',
  category: 'thing',
  again: EVERY_15_S,
} as const;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const NOW_MS = Date.UTC(2030, 0, 1);

const nudgedOf = async (failure: Partial<Failure>, member = 'mend/a') => {
  const at = new Date(NOW_MS - 61_000).toISOString();
  const known = { firstAt: at, lastAt: at, tries: 8, reason: 'x', gaveUp: true, ...failure };
  const queued: QueuedJob[] = [];
  const add = async (jobs: readonly QueuedJob[]) => void queued.push(...jobs);
  const failures = { all: () => Promise.resolve(new Map([[member, known]])) };
  const hasten = () => Promise.resolve();
  await new ParkedJobs(failures, { add, hasten }, [job], quiet).look(NOW_MS);
  return queued;
};

describe('a job that used its last attempt', () => {
  it.each([
    ['a minute ago is nudged by the clock', {}, 1],
    ['just now is left alone', { lastAt: new Date(NOW_MS - 30_000).toISOString() }, 0],
    [
      'before the clock was set back is nudged',
      { lastAt: new Date(NOW_MS + 9e6).toISOString() },
      1,
    ],
    ['or rather has some left is left alone', { gaveUp: false }, 0],
    [
      'or rather had some left, and was removed since, is nudged',
      { gaveUp: false, lastAt: new Date(NOW_MS - 301_000).toISOString() },
      1,
    ],
  ])('%s', async (_, failure, nudges) => {
    expect(await nudgedOf(failure)).toHaveLength(nudges);
  });

  it('is nudged as something that the clock asks for', async () => {
    expect(await nudgedOf({})).toMatchObject([{ data: { id: 'a' }, byClock: true, again: true }]);
  });

  it('of a kind that is no more is left alone', async () => {
    expect(await nudgedOf({}, 'old/a')).toEqual([]);
  });
});
