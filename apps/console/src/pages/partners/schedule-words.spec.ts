import { expect, it } from '@jest/globals';
import { scheduleWords } from './schedule-words.js';

const usual = { zone: 'UTC', cutOff: '00:00', every: 'day', on: null, dueDays: 2 } as const;

it.each([
  [usual, 'every day at 00:00, UTC; transfers are due 2 business days later'],
  [
    { ...usual, every: 'week', on: 'fri', dueDays: 1 } as const,
    /^every Friday at .* 1 business day /,
  ],
  [{ ...usual, every: 'month', on: '15' } as const, /^on day 15 of every month at 00:00/],
  [{ ...usual, every: 'month', on: 'last' } as const, /^on the last day of every month at/],
])('%j is described in words', (schedule, words) =>
  expect(scheduleWords(schedule)).toEqual(
    typeof words === 'string' ? words : expect.stringMatching(words),
  ),
);
