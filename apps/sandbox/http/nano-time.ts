import { randomInt } from 'node:crypto';

/** Both providers write nanoseconds; the digits after the milliseconds are made up. */
export const nanoTime = (at: Date): string =>
  at.toISOString().replace('Z', `${randomInt(1_000_000).toString().padStart(6, '0')}Z`);
