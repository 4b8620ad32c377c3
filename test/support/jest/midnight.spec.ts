import { expect, it } from '@jest/globals';
import { waitMs } from './midnight.mjs';

it.each([
  ['a.e2e-spec.ts', '2026-03-16T23:49:59.999Z', 0],
  ['a.e2e-spec.ts', '2026-03-16T23:50:00.000Z', 600_000],
  ['a.long-spec.ts', '2026-03-16T23:59:59.999Z', 1],
  ['a.e2e-spec.ts', '2026-03-17T00:00:00.000Z', 0],
  ['a.spec.ts', '2026-03-16T23:59:59.999Z', 0],
])('%s at %s waits %i ms for midnight', (file, at, ms) =>
  expect(waitMs(file, Date.parse(at))).toBe(ms),
);
