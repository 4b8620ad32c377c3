import { describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { Turns } from './turns.js';

const tasks = (turns: Turns) => {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const start = (id: number) =>
    turns.run(() => {
      begun.push(id);
      return new Promise<void>((end) => (ends[id] = end));
    });
  return { begun, end: (id: number) => ends[id]?.(), start };
};

describe('turns', () => {
  it('lets no more than so many run, the others in their order', async () => {
    const { begun, end, start } = tasks(new Turns(2, 10));
    const all = [0, 1, 2, 3].map(start);
    await turn();
    expect(begun).toEqual([0, 1]);
    end(1);
    await turn();
    expect(begun).toEqual([0, 1, 2]);
    end(0);
    end(2);
    await turn();
    end(3);
    await Promise.all(all);
    expect(begun).toEqual([0, 1, 2, 3]);
  });
  it('passes a turn on after a failure', async () => {
    const turns = new Turns(1, 10);
    await expect(turns.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.run(() => Promise.resolve('yes'))).toBe('yes');
  });
  it('refuses who would wait behind too many', async () => {
    const { end, start } = tasks(new Turns(1, 1));
    const [first, second] = [start(0), start(1)];
    await expect(start(2)).rejects.toMatchObject({ refusal: 'unavailable', retryAfterS: 1 });
    await turn();
    end(0);
    await first;
    await turn();
    end(1);
    await second;
  });
});
