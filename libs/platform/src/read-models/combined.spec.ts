import { describe, expect, it } from '@jest/globals';
import { Combined } from './combined.js';
import type { Change } from './projection.js';

const LATE = '9007199254740993';

const combined = (...changes: Change[]): string[] => {
  const all = new Combined();
  all.add(changes, LATE);
  return all.end();
};

const set = (fields: Record<string, string | null>): Change => ({ op: 'set', doc: 'd', fields });
const add = (field: string, by: bigint): Change => ({ op: 'add', doc: 'd', field, by });
const index = (name: string, more: object = {}): Change => ({
  ...{ op: 'index', index: name, member: 'm', score: 5n },
  ...more,
});
const move = (from: string, to: string): Change => ({ op: 'move', member: 'm', from, to });
const tally = (bucket: number, field: string): Change => ({
  ...{ op: 'tally', doc: 'd', bucket, field, keep: 2, most: 9 },
});

describe('combining changes', () => {
  it.each<[string, Change[], string[]]>([
    ['writes no field twice', [set({ a: '1', b: '2' }), set({ a: '3' })], ['set d 4 a 3 b 2']],
    [
      'parts what is set from what goes',
      [set({ a: '1', b: null })],
      ['set d 2 a 1', 'unset d 1 b'],
    ],
    ['writes nothing of no fields', [set({})], []],
    ['forgets what is deleted later', [set({ a: '1' }), { op: 'delete', doc: 'd' }], ['delete d']],
    [
      'takes no field away from what is empty',
      [{ op: 'delete', doc: 'd' }, set({ a: '1', b: null })],
      ['delete d', 'set d 2 a 1'],
    ],
    ['adds up', [add('n', 9_007_199_254_740_993n), add('n', -2n)], ['add d 2 n 9007199254740991']],
    ['sets over a sum', [add('n', 1n), set({ n: '7' })], ['set d 2 n 7']],
    [
      'adds to what was set by itself, for it may be no number',
      [set({ n: 'word' }), add('n', 1n)],
      ['set d 2 n word', 'add d 2 n 1'],
    ],
    [
      'counts once for many of a bucket',
      [tally(7, 'a'), tally(7, 'a'), tally(8, 'a')],
      ['tally d 7 a 2 9 2', 'tally d 8 a 2 9 1'],
    ],
    [
      'lets a newer bucket do its work before an older one is counted',
      [tally(7, 'a'), tally(9, 'a'), tally(7, 'a')],
      ['tally d 7 a 2 9 1', 'tally d 9 a 2 9 1', 'tally d 7 a 2 9 1'],
    ],
    ['orders by the position', [index('i', { score: undefined })], [`index i 2 ${LATE} m`]],
    ['keeps the last score', [index('i'), index('i', { score: 0n })], ['index i 2 0 m']],
    ['knows what it put in', [index('a'), move('a', 'b')], ['unindex a 1 m', 'index b 2 5 m']],
    [
      'leaves no trace of a new one',
      [index('a', { isNew: true }), move('a', 'b')],
      ['index b 2 5 m'],
    ],
    [
      'moves no new one from where it is not',
      [index('a', { isNew: true }), move('x', 'b')],
      ['index a 2 5 m'],
    ],
    [
      'moves nothing that went',
      [{ op: 'unindex', index: 'a', member: 'm' }, move('a', 'b')],
      ['unindex a 1 m'],
    ],
    [
      'leaves to Redis what it cannot know',
      [move('a', 'b'), move('b', 'c')],
      ['move m a b', 'move m b c'],
    ],
    [
      'places a member before one may be moved upon it',
      [index('b'), move('a', 'b'), index('b', { score: 6n })],
      ['index b 2 5 m', 'move m a b', 'index b 2 6 m'],
    ],
    [
      'writes everything before it renames, and knows nothing after',
      [
        index('d', { isNew: true }),
        set({ a: '1' }),
        { op: 'rename', doc: 'd', to: 'e' },
        move('d', 'f'),
      ],
      ['set d 2 a 1', 'index d 2 5 m', 'rename d e', 'move m d f'],
    ],
  ])('%s', (_, changes, words) => {
    expect(combined(...changes).join(' ')).toBe(words.join(' '));
  });

  it('sends no more words in one operation than the script can take', () => {
    const changes = Array.from({ length: 1_500 }, (_, i) => index('i', { member: `m${i}` }));
    const words = combined(...changes);
    expect(words.filter((_, i) => words[i - 2] === 'index')).toEqual(['2000', '1000']);
  });
});
