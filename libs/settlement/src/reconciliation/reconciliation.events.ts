import { z } from 'zod';
import { type EventOf, parserOf } from '#platform/event-store/event-schemas.js';

// These shapes are on disk for ever. Add a field as optional, or a new event; never change one.

export const RUN_KINDS = ['first', 'hourly', 'requested', 'nightly', 'closing'] as const;

const at = z.string();
const id = z.string().nullable();

/** `what` says which record says what; the ids are those that an action needs. */
const difference = z.object({
  differenceId: z.string(),
  /** One of the kinds that docs/operations.md lists; later versions may have more. */
  kind: z.string(),
  partnerId: id,
  settlementId: id,
  depositId: id,
  orderId: id,
  journalId: id,
  brokerOrderId: id,
  accountId: id,
  what: z.string(),
});

const schemas = {
  /** Log, read models and broker were compared over what changed within a span. */
  ReconciliationFinished: z.object({
    kind: z.enum(RUN_KINDS),
    /** The span at the broker. */
    from: z.string(),
    until: z.string(),
    /** Positions in the log, after the first and up to the second; null is its beginning. */
    logFrom: z.string().nullable(),
    logUntil: z.string().nullable(),
    tookMs: z.int(),
    /** How often the broker was asked. */
    calls: z.int(),
    compared: z.object({
      deposits: z.int(),
      journals: z.int(),
      orders: z.int(),
      accounts: z.int(),
      periods: z.int(),
    }),
    /** Journals of others within the span: a notice. */
    foreign: z.int(),
    /** Rows and messages of the broker that say nothing. */
    unreadable: z.int(),
    /** What could not be looked at this time; the nightly run does it again. */
    notCompared: z.int(),
    /** New since the last run, or saying something else than then. */
    opened: z.array(difference),
    /** Not there any more, by their ids. */
    closed: z.array(z.string()),
    /** Found and not kept, for there were too many: the next run of its kind begins where this one began. */
    more: z.int(),
    at,
  }),
  /** A person wants a run at once. */
  ReconciliationRequested: z.object({ by: z.string(), at }),
  /** A person has seen a difference; it stays away until it says something else. */
  ReconciliationDifferenceDismissed: z.object({
    differenceId: z.string(),
    reason: z.string(),
    by: z.string(),
    at,
  }),
};

export type ReconciliationEvent = EventOf<typeof schemas>;
export const parseReconciliationEvent = parserOf('reconciliation', schemas);
