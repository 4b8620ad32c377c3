import { describe, expect, it } from '@jest/globals';
import { folded } from './folded.js';

describe('what repeats', () => {
  it.each([
    ['', []],
    ['abc', ['a', 'b', 'c']],
    ['abbba', ['a', 'bbb', 'a']],
    ['aabb', ['aa', 'bb']],
  ])('in %s is %j', (all, groups) =>
    expect(folded(all.split(''), (each) => each).map((group) => group.join(''))).toEqual(groups),
  );
});
