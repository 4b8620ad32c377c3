import { describe, expect, it } from '@jest/globals';
import { TimeSlice } from './time-slice.js';
import { SLICE_MS } from '../timing.js';

/** How often the event loop turns while `work` lasts. */
const turnsDuring = async (work: () => Promise<void>): Promise<number> => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    if (isOver) return;
    turns++;
    setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return turns;
};
const busy = (ms: number) => {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs;);
};

describe('slices', () => {
  it('let others go on after each', async () => {
    const slices = new TimeSlice();
    const turns = await turnsDuring(async () => {
      for (let done = 0; done < 20; done++) {
        busy(SLICE_MS / 2);
        await slices.yieldToEventLoop();
      }
    });
    expect(turns).toBeGreaterThanOrEqual(5);
  });
  it('cost short work nothing', async () => {
    const slices = new TimeSlice();
    expect(await turnsDuring(() => slices.yieldToEventLoop())).toBe(0);
  });
});
