import { EVERY_15_S, type JobKind } from '#kernel/jobs/job.js';
import { MODEL_POLL_FIRST_MS } from './timing.js';
import { OPEN_POLL_MS } from '#kernel/timing.js';

/** First retry pause of a job that has a due time, in case the worker's clock is behind. */
const CALENDAR_POLL_FIRST_MS = 1_000;

/** Books the latest entry of a transfer into the partner's ledger. Id: the transfer's. */
export const bookTransfer: JobKind = {
  queue: 'funding-settlement',
  name: 'book-transfer',
  category: 'transfer',
  poll: EVERY_15_S,
};

/** Fixes the totals of a period that was cut off. Id: see `periodJobId`. */
export const closePeriod: JobKind = {
  queue: 'funding-settlement',
  name: 'close-period',
  category: 'settlement',
  poll: { firstMs: MODEL_POLL_FIRST_MS, factor: 2, maxMs: OPEN_POLL_MS },
  traceName: (id) => id,
};

/** Ends the open period at its scheduled cut-off. Id: the partner's. */
export const cutOffPeriod: JobKind = {
  queue: 'funding-settlement',
  name: 'cut-off-period',
  category: 'partner',
  poll: { firstMs: CALENDAR_POLL_FIRST_MS, factor: 2, maxMs: OPEN_POLL_MS },
};

/** Marks a period overdue if it is unpaid at its due time. Id: see `periodJobId`. */
export const markOverdue: JobKind = {
  queue: 'funding-settlement',
  name: 'mark-overdue',
  category: 'settlement',
  poll: EVERY_15_S,
  traceName: (id) => id,
};
