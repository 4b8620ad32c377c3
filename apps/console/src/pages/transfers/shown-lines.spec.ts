import { describe, expect, it } from '@jest/globals';
import { shownOf } from './shown-lines.js';

const line = (number: number, reason = '') => ({ line: number, reason });
const numbers = (lines: readonly { readonly line: number }[]) => lines.map((each) => each.line);

describe('the lines of a file', () => {
  it('come in the order of the file', () =>
    expect(numbers(shownOf([line(2), line(3, 'refused'), line(4)], 3))).toEqual([2, 3, 4]));
  it('include every line with a note if there are too many lines', () => {
    const lines = [line(2), line(3), line(4), line(5, 'It says the same as line 2')];
    expect(numbers(shownOf(lines, 3))).toEqual([2, 3, 5]);
  });
  it('are cut even if they have notes', () =>
    expect(numbers(shownOf([line(2, 'a'), line(3), line(4, 'b'), line(5, 'c')], 2))).toEqual([
      2, 4,
    ]));
});
