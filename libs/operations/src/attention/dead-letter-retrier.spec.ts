import { describe, expect, it } from '@jest/globals';
import { EVERY_15_S } from '#kernel/jobs/job.js';
import type { QueuedJob } from '#jobs/queues.js';
import type { Failure } from '#jobs/failures.js';
import { DeadLetterRetrier } from './dead-letter-retrier.js';

const job = {
  queue: 'order-submission',
  name: 'mend',
  category: 'thing',
  poll: EVERY_15_S,
} as const;
const NOW_MS = Date.UTC(2030, 0, 1);

const enqueuedOf = async (failure: Partial<Failure>, member = 'mend/a') => {
  const at = new Date(NOW_MS - 61_000).toISOString();
  const known = { firstAt: at, lastAt: at, tries: 8, reason: 'x', gaveUp: true, ...failure };
  const queued: QueuedJob[] = [];
  const add = async (jobs: readonly QueuedJob[]) => void queued.push(...jobs);
  const failures = { all: () => Promise.resolve(new Map([[member, known]])) };
  const hasten = () => Promise.resolve();
  await new DeadLetterRetrier(failures, { add, hasten }, [job]).look(NOW_MS);
  return queued;
};

describe('a job that used its last attempt', () => {
  it.each([
    ['a minute ago is enqueued', {}, 1],
    ['just now is left alone', { lastAt: new Date(NOW_MS - 30_000).toISOString() }, 0],
    [
      'before the clock was set back is enqueued',
      { lastAt: new Date(NOW_MS + 9e6).toISOString() },
      1,
    ],
    ['(attempts left) is left alone', { gaveUp: false }, 0],
    [
      '(attempts left, removed since) is enqueued',
      { gaveUp: false, lastAt: new Date(NOW_MS - 301_000).toISOString() },
      1,
    ],
  ])('%s', async (_, failure, jobActions) => {
    expect(await enqueuedOf(failure)).toHaveLength(jobActions);
  });

  it('is enqueued as a scheduled job', async () => {
    expect(await enqueuedOf({})).toMatchObject([{ data: { id: 'a' }, byClock: true, again: true }]);
  });

  it('of a removed kind is left alone', async () => {
    expect(await enqueuedOf({}, 'old/a')).toEqual([]);
  });
});
