import { DAY_S } from '#kernel/duration.js';

/** A browser in which staff signed in is known for this long: guesses elsewhere do not lock it out. */
export const STAFF_DEVICE_KNOWN_S = 90 * DAY_S;
