import { expect, it } from '@jest/globals';
import { HeavyWork } from './heavy-work.js';

it('heavy work is done one piece at a time, each key in its turn, also after a failure', async () => {
  const heavy = new HeavyWork();
  const done: string[] = [];
  let underWay = 0;
  const work = (id: string) => async () => {
    expect(++underWay).toBe(1);
    await new Promise(setImmediate);
    underWay--;
    done.push(id);
    if (id === 'a1') throw new Error('it failed');
  };
  const all = ['a0', 'a1', 'a2', 'b0'].map((id) => heavy.run(id.charAt(0), work(id)));
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(done).toEqual(['a0', 'a1', 'b0', 'a2']);
});
