import { describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventLogUnavailable } from './event-log.js';
import { KeyedMutex } from './keyed-mutex.js';

describe('one per key', () => {
  it('runs one task of a key at a time, in order, whether they fail or not', async () => {
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

  it('runs different keys side by side', async () => {
    const turns = new KeyedMutex(10);
    let release: () => void = () => undefined;
    const held = turns.run('one', () => new Promise<void>((resolve) => (release = resolve)));
    expect(await turns.run('two', async () => 'done')).toBe('done');
    release();
    await held;
  });

  it('refuses when too many wait, until they are through', async () => {
    const turns = new KeyedMutex(2);
    const two = [turns.run('key', nextTurn), turns.run('key', nextTurn)];
    await expect(turns.run('key', nextTurn)).rejects.toThrow(EventLogUnavailable);
    await Promise.all(two);
    await expect(turns.run('key', async () => 'again')).resolves.toBe('again');
  });

  it('tells all who wait that the store is away, and lets in whoever comes later', async () => {
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

  it('keeps those who come later behind all who wait already', async () => {
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

  it('forgets that the store was away once nobody waits', async () => {
    const turns = new KeyedMutex(10);
    const away = () => Promise.reject(new EventLogUnavailable('away'));
    await expect(turns.run('key', away)).rejects.toThrow('away');
    await nextTurn();
    await expect(turns.run('key', async () => 'back')).resolves.toBe('back');
  });
});
