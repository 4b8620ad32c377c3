import { describe, expect, it } from '@jest/globals';
import { steadyList, steadyWords } from './steady-list.js';

const entry = (id: string, tries = 0) => ({ id, tries });

describe('a list that does not move', () => {
  const shown = [entry('a'), entry('b')];

  it('keeps its order and updates its entries', () =>
    expect(steadyList(shown, [entry('b', 3), entry('a', 1)]).shown).toEqual([
      { entry: entry('a', 1), isGone: false },
      { entry: entry('b', 3), isGone: false },
    ]));

  it('counts new entries without showing them', () => {
    const list = steadyList(shown, [entry('c'), ...shown, entry('d')]);
    expect(list.shown.map(({ entry: { id } }) => id)).toEqual(['a', 'b']);
    expect(steadyWords(list)).toBe('2 entries, 2 new, not shown yet.');
  });

  it('keeps the position of an entry that is gone', () => {
    const list = steadyList(shown, [entry('b')]);
    expect(list.shown.map(({ isGone }) => isGone)).toEqual([true, false]);
    expect(steadyWords(list)).toBe('2 entries, 1 has gone on.');
  });

  it('has the number of entries', () =>
    expect(steadyWords(steadyList([entry('a')], [entry('a')]))).toBe('1 entry.'));
});
