import { DAY_MS, HOUR_MS } from '#kernel/duration.js';

/** First poll of an accepted order, in ms. It is usually filled by then. The pause doubles. */
export const ORDER_POLL_FIRST_MS = 1_000;
/**
 * Time after its end at which an order is rechecked, in ms. The broker may break a trade without a
 * notification.
 */
export const ENDED_ORDER_RECHECK_AFTER_MS = HOUR_MS;
/** Retention of ended orders for rechecks, in ms, also while no worker runs. */
export const ENDED_ORDERS_RETENTION_MS = 14 * DAY_MS;
