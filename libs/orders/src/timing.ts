import { DAY_MS, HOUR_MS } from '#kernel/duration.js';

/** An order that the broker accepted is usually filled by then; the pause doubles. */
export const ORDER_POLL_FIRST_MS = 1_000;
/**
 * Time after its end at which an order is rechecked: the broker may break a trade without a
 * message.
 */
export const ENDED_ORDER_RECHECK_AFTER_MS = HOUR_MS;
/** An order that ended is on that list for this long, also while no worker runs. */
export const ENDED_ORDERS_RETENTION_MS = 14 * DAY_MS;
