import { describe, it } from '@jest/globals';

/** `npm run long -- services` sets `TEST_LONG`. `npm test` runs a short form of each test. */
export const LONG = process.env['TEST_LONG'] === 'on';

const none = Object.assign(() => undefined, { each: () => () => undefined });

/** Defines tests that run only in the long form. */
export const longIt = LONG ? it : (none as unknown as typeof it);
export const longDescribe = LONG ? describe : (none as unknown as typeof describe);
