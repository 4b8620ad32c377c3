import { describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventLogUnavailable } from './event-log.js';
import { KeyedMutex } from './keyed-mutex.js';

describe('a keyed mutex', () => {
  it('runs tasks of a key one by one in order, also after a failure', async () => {
    const [turns, steps] = [new KeyedMutex(10), [] as string[]];
    const task = (name: string) => async () => {
      steps.push(`${name} begins`);
      await nextTurn();
      steps.push(`${name} ends`);
      if (name === 'first') throw new Error('failed');
      return name;
    };
    const results = await Promise.allSettled(
      ['first', 'second', 'third'].map((name) => turns.run('key', task(name))),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(steps).toEqual(
      ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });

  it('runs tasks of different keys in parallel', async () => {
    const turns = new KeyedMutex(10);
    let release: () => void = () => undefined;
    const held = turns.run('one', () => new Promise<void>((resolve) => (release = resolve)));
    expect(await turns.run('two', async () => 'done')).toBe('done');
    release();
    await held;
  });

  it('rejects tasks while too many wait', async () => {
    const turns = new KeyedMutex(2);
    const two = [turns.run('key', nextTurn), turns.run('key', nextTurn)];
    await expect(turns.run('key', nextTurn)).rejects.toThrow(EventLogUnavailable);
    await Promise.all(two);
    await expect(turns.run('key', async () => 'again')).resolves.toBe('again');
  });

  it('fails the waiting tasks if the store is unavailable, and runs later tasks', async () => {
    const [turns, begun] = [new KeyedMutex(10), [] as number[]];
    const ask = (n: number) =>
      turns.run('key', async () => {
        begun.push(n);
        await nextTurn();
        throw new EventLogUnavailable('away');
      });
    const all = await Promise.allSettled([1, 2, 3].map(ask));
    for (const result of all)
      expect(result).toMatchObject({ reason: expect.any(EventLogUnavailable) });
    expect(begun).toEqual([1]);
    await expect(turns.run('key', async () => 'back')).resolves.toBe('back');
  });

  it('runs later tasks after all waiting tasks', async () => {
    const [turns, seen] = [new KeyedMutex(10), [] as string[]];
    const task = (name: string) => async () => {
      seen.push(`${name} begins`);
      for (let turn = 0; turn < 3; turn++) await nextTurn();
      seen.push(`${name} ends`);
    };
    const first = turns.run('key', task('first'));
    const second = turns.run('key', task('second'));
    await first;
    await nextTurn();
    await Promise.all([second, turns.run('key', task('third'))]);
    const inTurn = ['first', 'second', 'third'].flatMap((name) => [
      `${name} begins`,
      `${name} ends`,
    ]);
    expect(seen).toEqual(inTurn);
  });

  it('forgets the unavailable store once the queue is empty', async () => {
    const turns = new KeyedMutex(10);
    const away = () => Promise.reject(new EventLogUnavailable('away'));
    await expect(turns.run('key', away)).rejects.toThrow('away');
    await nextTurn();
    await expect(turns.run('key', async () => 'back')).resolves.toBe('back');
  });
});
