import { describe, it } from '@jest/globals';

/** `npm run long -- services` sets `TEST_LONG`. `npm test` keeps a short form of each promise. */
export const LONG = process.env['TEST_LONG'] === 'on';

const none = Object.assign(() => undefined, { each: () => () => undefined });

/** Define tests of the long form only. */
export const longIt = LONG ? it : (none as unknown as typeof it);
export const longDescribe = LONG ? describe : (none as unknown as typeof describe);
