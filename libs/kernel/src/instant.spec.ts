import { describe, expect, it } from '@jest/globals';
import { parseInstant } from './instant.js';

describe('an instant out of a text', () => {
  it.each([
    ['2025-01-04T12:00-08:00', '2025-01-04T20:00:00.000Z'],
    ['2023-12-12T22:31:24.668464435Z', '2023-12-12T22:31:24.668Z'],
    ['2023-12-12T22:31:24.5-0500', '2023-12-13T03:31:24.500Z'],
    ['2023-12-12 22:31:24+02', '2023-12-12T20:31:24.000Z'],
    ['2023-12-12T22:31:24', '2023-12-12T22:31:24.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(parseInstant(text)?.toISOString()).toBe(iso);
  });

  it.each(['', 'soon', '2023-12-12', '2023-13-12T22:31Z', '2023-12-12T25:31Z', '1767225600'])(
    '%p is none',
    (text) => {
      expect(parseInstant(text)).toBeNull();
    },
  );
});
