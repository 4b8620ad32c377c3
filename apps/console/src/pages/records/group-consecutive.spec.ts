import { describe, expect, it } from '@jest/globals';
import { groupConsecutive } from './group-consecutive.js';

describe('consecutive equal items', () => {
  it.each([
    ['', []],
    ['abc', ['a', 'b', 'c']],
    ['abbba', ['a', 'bbb', 'a']],
    ['aabb', ['aa', 'bb']],
  ])('of %s are %j', (all, groups) =>
    expect(groupConsecutive(all.split(''), (each) => each).map((group) => group.join(''))).toEqual(
      groups,
    ),
  );
});
