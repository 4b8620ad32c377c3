import { describe, expect, it } from '@jest/globals';
import { keyEndOf, nextMinute } from './key-end.js';

const nowMs = Date.UTC(2026, 2, 2, 12);
const chosenMs = Date.UTC(2026, 2, 5, 17, 30);

describe('the end of a key, chosen at noon', () => {
  it.each([
    ['now', {}],
    ['hour', { at: '2026-03-02T13:00:00.000Z' }],
    ['day', { at: '2026-03-03T12:00:00.000Z' }],
    ['week', { at: '2026-03-09T12:00:00.000Z' }],
  ])('%s is %j', (ends, end) => expect(keyEndOf({ ends }, nowMs)).toEqual(end));

  it('is a time in UTC', () =>
    expect(keyEndOf({ ends: 'on', on: '2026-03-05T17:30' }, nowMs)).toEqual({
      at: '2026-03-05T17:30:00.000Z',
    }));
});

it('offers only times in the future', () =>
  expect(nextMinute(chosenMs + 59_999)).toBe('2026-03-05T17:31'));
