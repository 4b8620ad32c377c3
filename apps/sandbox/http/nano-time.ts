import { randomInt } from 'node:crypto';

/** Formats a time with nanoseconds, as both providers do. The digits after the ms are random. */
export const nanoTime = (at: Date): string =>
  at.toISOString().replace('Z', `${randomInt(1_000_000).toString().padStart(6, '0')}Z`);
