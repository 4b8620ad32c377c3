import { describe, expect, it } from '@jest/globals';
import { standingOf } from './attention-words.js';

describe('what the overview says of what needs attention', () => {
  it.each([
    [0, 0, false, 'Nothing needs attention.'],
    [0, 2, false, '2 failing and being tried again'],
    [1, 0, true, 'Alarm: 1 stuck'],
    [3, 2, true, 'Alarm: 3 stuck, 2 failing and being tried again'],
  ])('with %d stuck and %d failing', (stuck, failing, isAlarm, words) =>
    expect(standingOf({ stuck, failing })).toEqual({ isAlarm, words }),
  );
});
