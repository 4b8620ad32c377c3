import { expect, it } from '@jest/globals';
import { inUtc } from './times.js';

it.each([
  ['2026-11-30T00:00:00.000Z', false, '2026-11-30 00:00 UTC'],
  ['2026-03-02T14:05:06.789Z', true, '2026-03-02 14:05:06 UTC'],
  ['2026-03-02T01:05:06+02:00', false, '2026-03-01 23:05 UTC'],
])('%s is shown in UTC in every time zone', (at, seconds, shown) =>
  expect(inUtc(at, seconds)).toBe(shown),
);
