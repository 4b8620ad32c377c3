import { expect, it } from '@jest/globals';
import { StallDetector } from './stall-detector.js';

it('lasts since a position behind the head was first seen', () => {
  const stall = new StallDetector();
  expect(stall.lastsMs(5n, 9n, 100)).toBe(0);
  expect(stall.lastsMs(5n, 9n, 400)).toBe(300);
  expect(stall.lastsMs(5n, 12n, 500)).toBe(400);
});

it.each([
  ['moves', 6n, 9n],
  ['is at the head', 5n, 5n],
  ['belongs to an empty log', 5n, null],
])('ends when the position %s', (_, position, head) => {
  const stall = new StallDetector();
  stall.lastsMs(5n, 9n, 100);
  expect(stall.lastsMs(position, head, 400)).toBe(0);
});
