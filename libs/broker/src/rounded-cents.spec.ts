import { describe, expect, it } from '@jest/globals';
import { roundedCents } from './rounded-cents.js';

describe('decimal text in cents', () => {
  it.each([
    ['100', 100_00, 100_00],
    ['100.5', 100_50, 100_50],
    ['0.019', 1, 2],
    ['0.005', 0, 0],
    ['0.015', 1, 2],
    ['-0.001', -1, 0],
    ['-0.015', -2, -2],
    ['-3.00', -3_00, -3_00],
    ['12345678901234.999', 1_234_567_890_123_499, 1_234_567_890_123_500],
  ])('%s is %d rounded down, and %d rounded to the nearest cent', (text, down, nearest) => {
    expect(roundedCents(text, 'down')).toBe(BigInt(down));
    expect(roundedCents(text, 'nearest')).toBe(BigInt(nearest));
  });

  it.each(['', 'x', '1e3', '1.', '.5', '+1', '1234567890123456'])('"%s" is rejected', (text) =>
    expect(roundedCents(text, 'down')).toBeNull(),
  );
});
