import { describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { FairTurns } from './fair-turns.js';

const turnsOf = (atOnce: number, waitingMax = 10, waitingPerKey = waitingMax) =>
  new FairTurns({ atOnce, waitingMax, waitingPerKey });

const tasks = (turns: FairTurns) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (id: string) =>
    turns.run(id.charAt(0), () => {
      begun.push(id);
      return new Promise<void>((end) => ends.set(id, end));
    });
  return { begun, end: (id: string) => ends.get(id)?.(), start };
};

describe('fair turns', () => {
  it('lets no more than so many run, the others in their order', async () => {
    const { begun, end, start } = tasks(turnsOf(2));
    const all = ['a0', 'a1', 'a2', 'a3'].map(start);
    await turn();
    expect(begun).toEqual(['a0', 'a1']);
    end('a1');
    await turn();
    expect(begun).toEqual(['a0', 'a1', 'a2']);
    end('a0');
    end('a2');
    await turn();
    end('a3');
    await Promise.all(all);
    expect(begun).toEqual(['a0', 'a1', 'a2', 'a3']);
  });
  it('goes from key to key, however many one of them has waiting', async () => {
    const { begun, end, start } = tasks(turnsOf(1));
    const all = ['a0', 'a1', 'a2', 'a3', 'b0', 'c0', 'b1'].map(start);
    for (let ended = 0; ended < all.length; ended++) {
      await turn();
      end(begun.at(-1)!);
    }
    await Promise.all(all);
    expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
  });
  it('passes a turn on after a failure', async () => {
    const turns = turnsOf(1);
    await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.run('a', () => Promise.resolve('yes'))).toBe('yes');
  });
  it('refuses who would wait behind too many, of its own or of all', async () => {
    const { end, start, begun } = tasks(turnsOf(1, 2, 1));
    const all = [start('a0'), start('a1')];
    await expect(start('a2')).rejects.toMatchObject({ refusal: 'too_many', retryAfterS: 1 });
    all.push(start('b0'));
    await expect(start('c0')).rejects.toMatchObject({ refusal: 'unavailable', retryAfterS: 1 });
    for (let ended = 0; ended < all.length; ended++) {
      await turn();
      end(begun.at(-1)!);
    }
    await Promise.all(all);
  });
});
