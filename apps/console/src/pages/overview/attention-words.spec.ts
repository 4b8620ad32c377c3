import { describe, expect, it } from '@jest/globals';
import { standingOf } from './attention-words.js';

describe('the words of the overview about attention', () => {
  it.each([
    [0, 0, false, false, 'Nothing needs attention.'],
    [0, 2, false, false, '2 failing and being retried'],
    [1, 0, false, true, 'Alarm: 1 stuck'],
    [3, 2, false, true, 'Alarm: 3 stuck, 2 failing and being retried'],
    [0, 0, true, true, 'Alarm: deposits wait for the pre-funded account'],
    [
      1,
      2,
      true,
      true,
      'Alarm: 1 stuck, 2 failing and being retried, deposits wait for the pre-funded account',
    ],
  ])(
    'with %d stuck, %d failing, an account that is short: %s',
    (stuck, failing, short, isAlarm, words) =>
      expect(standingOf({ stuck, failing, short })).toEqual({ isAlarm, words }),
  );
});
