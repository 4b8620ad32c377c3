import { DAY_S } from '#kernel/duration.js';

/**
 * Time for which a browser in which staff signed in is known. Failures elsewhere do not lock it
 * out.
 */
export const STAFF_DEVICE_KNOWN_S = 90 * DAY_S;
