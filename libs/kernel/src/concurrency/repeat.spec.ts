import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../duration.js';
import { repeatUntilAborted } from './repeat.js';

const repeat = async (work: (time: number, abort: () => void) => Promise<void>, everyMs = 0) => {
  const ending = new AbortController();
  const warnings: unknown[] = [];
  let times = 0;
  const run = () => work(++times, () => ending.abort());
  await repeatUntilAborted(
    [{ everyMs, retryMs: 0, failed: 'it waits', work: run }],
    ending.signal,
    {
      warn: (...words) => warnings.push(words),
    },
  );
  return { times, warnings };
};

describe('work that is repeated', () => {
  it('goes on until the signal aborts', async () => {
    const { times, warnings } = await repeat(async (time, abort) => {
      if (time === 3) abort();
    });
    expect([times, warnings]).toEqual([3, []]);
  });
  it('goes on after a failure, which it logs, and the pause for it', async () => {
    const { times, warnings } = await repeat(async (time, abort) => {
      if (time === 1) throw new Error('no Redis');
      abort();
    }, HOUR_MS);
    expect([times, warnings]).toEqual([2, [[{ err: new Error('no Redis') }, 'it waits']]]);
  });
  it('does not wait for its next time when the signal aborts', async () => {
    const { times } = await repeat(async (_, abort) => abort(), HOUR_MS);
    expect(times).toBe(1);
  });
});
