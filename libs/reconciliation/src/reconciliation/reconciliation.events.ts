import { z } from 'zod';
import { type EventOf, centsField, parserOf } from '#kernel/event-store/event-schemas.js';

// These shapes are permanent. Add an optional field or a new event. Never change a shape.

export const RUN_KINDS = ['first', 'hourly', 'requested', 'nightly', 'closing'] as const;

const at = z.string();
const id = z.string().nullable();

/** A difference, with the ids that an action needs. */
const difference = z.object({
  differenceId: z.string(),
  /** A kind of docs/operators/reconciliation.md. Earlier and later versions have others. */
  kind: z.string(),
  /** Null if the log does not know the account. */
  partnerId: id,
  settlementId: id,
  depositId: id,
  orderId: id,
  /** The broker's ids. */
  journalId: id,
  brokerOrderId: id,
  accountId: id,
  what: z.string(),
  /** Cents that the broker has more than the ledger. Absent if no money differs. */
  amountCents: centsField.optional(),
});

const schemas = {
  /** A run compared log, read models and broker over the changes of a span. */
  ReconciliationFinished: z.object({
    kind: z.enum(RUN_KINDS),
    /** The span at the broker. */
    from: z.string(),
    until: z.string(),
    /** Log positions: after `logFrom`, up to `logUntil`. Null is the beginning of the log. */
    logFrom: z.string().nullable(),
    logUntil: z.string().nullable(),
    tookMs: z.int(),
    /** Number of calls to the broker. */
    calls: z.int(),
    compared: z.object({
      deposits: z.int(),
      journals: z.int(),
      orders: z.int(),
      accounts: z.int(),
      periods: z.int(),
    }),
    /** Third-party journals of the span that touch no user: a notice. */
    foreign: z.int(),
    /** Unreadable rows and messages of the broker. */
    unreadable: z.int(),
    /** Objects that this run could not compare. The nightly run compares them again. */
    notCompared: z.int(),
    /** Confirmed since the last run, or found with another text. */
    opened: z.array(difference),
    /** Ids of differences that this run no longer found. */
    closed: z.array(z.string()),
    /** Found once. The next run that finds them again opens them. */
    pending: z.array(difference).optional(),
    /**
     * Found and not recorded, because there were too many. The next run begins where this one
     * began.
     */
    more: z.int(),
    at,
  }),
  /** A person requests a run at once. */
  ReconciliationRequested: z.object({ by: z.string(), at }),
  /** A person dismissed a difference. It opens again if its text changes. */
  ReconciliationDifferenceDismissed: z.object({
    differenceId: z.string(),
    reason: z.string(),
    by: z.string(),
    at,
  }),
};

export type ReconciliationEvent = EventOf<typeof schemas>;
export const parseReconciliationEvent = parserOf('reconciliation', schemas);
