import { describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { FairQueue } from './fair-queue.js';

const turnsOf = (atOnce: number, waitingMax = 10, waitingPerKey = waitingMax) =>
  new FairQueue({ atOnce, waitingMax, waitingPerKey });

const tasks = (turns: FairQueue) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (id: string, gone?: AbortSignal) => {
    const task = () => {
      begun.push(id);
      return new Promise<void>((end) => ends.set(id, end));
    };
    return turns.run(id.charAt(0), task, gone === undefined ? {} : { gone });
  };
  return { begun, end: (id: string) => ends.get(id)?.(), start };
};

describe('fair turns', () => {
  it('runs up to the limit, the others in their order', async () => {
    const { begun, end, start } = tasks(turnsOf(2));
    const all = ['a0', 'a1', 'a2', 'a3'].map((id) => start(id));
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
    const all = ['a0', 'a1', 'a2', 'a3', 'b0', 'c0', 'b1'].map((id) => start(id));
    for (let ended = 0; ended < all.length; ended++) {
      await turn();
      end(begun.at(-1)!);
    }
    await Promise.all(all);
    expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
  });
  it('runs a limited number of one key, and the others meanwhile', async () => {
    const options = { atOnce: 2, atOncePerKey: 1, waitingMax: 10, waitingPerKey: 10 };
    const { begun, end, start } = tasks(new FairQueue(options));
    const all = ['a0', 'a1', 'b0', 'b1', 'c0'].map((id) => start(id));
    await turn();
    expect(begun).toEqual(['a0', 'b0']);
    end('b0');
    await turn();
    expect(begun).toEqual(['a0', 'b0', 'b1']);
    end('b1');
    await turn();
    expect(begun).toEqual(['a0', 'b0', 'b1', 'c0']);
    end('c0');
    await turn();
    expect(begun).toHaveLength(4);
    end('a0');
    await turn();
    end('a1');
    await Promise.all(all);
    expect(begun.at(-1)).toBe('a1');
  });
  it('passes a turn on after a failure', async () => {
    const turns = turnsOf(1);
    await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.run('a', () => Promise.resolve('yes'))).toBe('yes');
  });
  it('gives up the turn of who has gone, and keeps no place for it', async () => {
    const { end, start, begun } = tasks(turnsOf(1, 2));
    const gone = new AbortController();
    const all = [start('a0'), start('b0', gone.signal), start('c0')];
    gone.abort();
    await expect(all[1]).rejects.toMatchObject({ refusal: 'unavailable' });
    all[1] = start('d0');
    for (let ended = 0; ended < all.length; ended++) {
      await turn();
      end(begun.at(-1)!);
    }
    await Promise.all(all);
    expect(begun).toEqual(['a0', 'c0', 'd0']);
  });
  it('never begins what is gone before it waits, and goes on with what leaves later', async () => {
    const { end, start, begun } = tasks(turnsOf(1));
    const gone = new AbortController();
    const all = [start('a0'), start('a1', gone.signal)];
    await expect(start('a2', AbortSignal.abort())).rejects.toMatchObject({
      refusal: 'unavailable',
    });
    end('a0');
    await turn();
    gone.abort();
    end('a1');
    await Promise.all(all);
    expect(begun).toEqual(['a0', 'a1']);
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
