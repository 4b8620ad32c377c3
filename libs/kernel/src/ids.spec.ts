import { expect, it } from '@jest/globals';
import { deterministicId } from './ids.js';

/** Stored ids must not change. Another implementation of UUIDv5 computed these. */
it.each([
  [['partner-event', 'x'], 'd8d990b0-27b2-5521-a5d4-1c35f929518d'],
  [['a', 'b'], '4bc086b7-2ed3-522f-a625-ff38ce1206c4'],
  [['é'], '750f6ff0-0723-5a66-b17c-23a6f4111be6'],
])('gives %j the same id in every version', (parts, id) => {
  expect(deterministicId(...parts)).toBe(id);
});
