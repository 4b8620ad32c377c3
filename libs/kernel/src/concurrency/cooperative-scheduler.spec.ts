import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CooperativeScheduler } from './cooperative-scheduler.js';
import { pause } from './pause.js';
import { SLICE_MS } from '../timing.js';

it('heavy work is done one piece at a time, each key in its turn, also after a failure', async () => {
  const heavy = new CooperativeScheduler();
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

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a source of pieces', () => {
  /** Pieces of work that take a whole slice each by default. */
  const pieces = (count: number, ended: () => void = () => undefined, pieceMs = SLICE_MS + 2) =>
    (async function* () {
      try {
        for (let i = 0; i < count; i++) {
          await pause(pieceMs);
          yield i;
        }
      } finally {
        ended();
      }
    })();
  const allOf = async (source: AsyncGenerator<number>) => {
    const all: number[] = [];
    for await (const piece of source) all.push(piece);
    return all;
  };

  it('is read whole, and lets others in between', async () => {
    const heavy = new CooperativeScheduler();
    const order: string[] = [];
    const whole = allOf(heavy.all('a', pieces(3))).then((all) => order.push(all.join()));
    const other = heavy.run('b', () => Promise.resolve(order.push('other')));
    await Promise.all([whole, other]);
    expect(order).toEqual(['other', '0,1,2']);
  });
  it('is refused at its beginning while too much waits, and never later', async () => {
    const heavy = new CooperativeScheduler({ atOnce: 1, waitingMax: 9, waitingPerKey: 2 });
    const begun = heavy.all('a', pieces(2));
    await begun.next();
    const others = Array.from({ length: 3 }, () => heavy.run('a', () => Promise.resolve()));
    const outcome = Promise.allSettled(others);
    await expect(heavy.all('a', pieces(1)).next()).rejects.toMatchObject({
      ...{ refusal: 'too_many', quota: { max: 2 } },
    });
    const next = begun.next();
    expect((await outcome).every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await next).toEqual({ done: false, value: 1 });
  });
  it('is read in one turn while its pieces take no time', async () => {
    jest.spyOn(performance, 'now').mockReturnValue(0);
    const keys: string[] = [];
    const heavy = new CooperativeScheduler();
    const run = heavy.run.bind(heavy);
    heavy.run = (key, ...rest) => (keys.push(key), run(key, ...rest));
    expect(await allOf(heavy.all('a', pieces(3, undefined, 0)))).toEqual([0, 1, 2]);
    expect(keys).toEqual(['a']);
  });
  it('is ended with its reader', async () => {
    let isEnded = false;
    const source = pieces(3, () => (isEnded = true));
    for await (const _ of new CooperativeScheduler().all('a', source)) break;
    expect(isEnded).toBe(true);
  });
});
