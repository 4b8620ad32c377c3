import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fairShare } from './fair-share.js';

const NAMES = ['a', 'b', 'c', 'd'];
const shareOf = (own: string, held: Record<string, string>, ...others: string[]) =>
  fairShare({ own, names: NAMES, holders: new Map(Object.entries(held)), alive: [own, ...others] });

describe('a fair share', () => {
  it('of a single process is everything', () => expect(shareOf('p', {})).toEqual(NAMES));

  it('is a half for each of two processes that start together', () =>
    expect([shareOf('p', {}, 'q'), shareOf('q', {}, 'p')]).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ]));

  it('is handed over to a later process', () => {
    const all = { a: 'p', b: 'p', c: 'p', d: 'p' };
    expect([shareOf('p', all, 'q'), shareOf('q', all, 'p')]).toEqual([
      ['a', 'b'],
      ['d', 'c'],
    ]);
  });

  it('includes the names of a dead process', () => {
    const held = { a: 'p', b: 'p', c: 'dead', d: 'dead' };
    expect(shareOf('p', held)).toEqual(NAMES);
  });

  it('is empty for some of more processes than names', () =>
    expect(shareOf('z', { a: 'p', b: 'q', c: 'r', d: 's' }, 'p', 'q', 'r', 's')).toEqual([]));

  it('does not move while the difference is at most one', () => {
    const held = { a: 'p', b: 'p', c: 'q', d: 'r' };
    expect(shareOf('p', held, 'q', 'r')).toEqual(['a', 'b']);
    expect(shareOf('q', held, 'p', 'r')).toEqual(['c']);
  });

  it('is complete, even and stable', () => {
    const processes = ['p', 'q', 'r', 's'];
    const holders = fc.dictionary(
      fc.constantFrom('0', '1', '2', '3', '4', '5', '6'),
      fc.constantFrom(...processes, 'dead'),
    );
    fc.assert(
      fc.property(holders, fc.integer({ min: 1, max: 7 }), (held, count) => {
        const names = Array.from({ length: count }, (_, n) => `${n}`);
        const sharesOf = (known: ReadonlyMap<string, string>) =>
          processes.map((own) => fairShare({ own, names, holders: known, alive: processes }));
        const shares = sharesOf(new Map(Object.entries(held)));
        expect(shares.flat().toSorted()).toEqual(names);
        const sizes = shares.map(({ length }) => length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        const next = new Map(
          shares.flatMap((share, place) => share.map((name) => [name, processes[place]!] as const)),
        );
        expect(sharesOf(next).map((share) => share.toSorted())).toEqual(
          shares.map((share) => share.toSorted()),
        );
      }),
    );
  });
});
