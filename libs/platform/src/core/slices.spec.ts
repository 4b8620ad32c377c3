import { describe, expect, it } from '@jest/globals';
import { Slices } from './slices.js';
import { SLICE_MS } from './timing.js';

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
    const slices = new Slices();
    const turns = await turnsDuring(async () => {
      for (let done = 0; done < 20; done++) {
        busy(SLICE_MS / 2);
        await slices.breathe();
      }
    });
    expect(turns).toBeGreaterThanOrEqual(5);
  });
  it('cost short work nothing', async () => {
    const slices = new Slices();
    expect(await turnsDuring(() => slices.breathe())).toBe(0);
  });
});
