import { z } from 'zod';
import { type EventOf, centsField, parserOf } from '#platform/event-store/event-schemas.js';

// These shapes are on disk for ever. Add a field as optional, or a new event; never change one.

const partnerId = z.string();
const at = z.string();
/** A period, and its place among the partner's periods: 1, 2, 3 … */
const period = { partnerId, periodId: z.string(), number: z.int() };

const schedule = z.object({
  zone: z.string(),
  cutOff: z.string(),
  every: z.enum(['day', 'week', 'month']),
  on: z.string().nullable(),
  dueDays: z.int(),
});

/** A period that is open, as planned. */
const opened = z.object({
  periodId: z.string(),
  number: z.int(),
  opensAt: z.string(),
  cutOffAt: z.string(),
  dueAt: z.string(),
  schedule,
});

/** A part of a transfer that went to a period; `dueAt` so that the period can owe it again. */
const match = z.object({
  periodId: z.string(),
  number: z.int(),
  dueAt: z.string(),
  amountCents: centsField,
});

/** `entry` counts what happened to one reference: recorded, reversed, recorded again … */
const transfer = {
  partnerId,
  transferId: z.string(),
  entry: z.int(),
  reference: z.string(),
  amountCents: centsField,
  matches: z.array(match),
  /** What is above all dues and became the partner's credit. */
  creditCents: centsField,
};

const schemas = {
  /** A period was cut off: what completes after this place in the log belongs to the next. */
  SettlementCutOffReached: z.object({
    ...period,
    opensAt: z.string(),
    /** Who asked for it. */
    by: z.enum(['schedule', 'operator']),
    /** The scheduled moment it stands for, earlier than `at` when everything was down. */
    standsFor: z.string(),
    dueAt: z.string(),
    next: opened,
    at,
  }),
  /** The totals of a period, fixed for ever; `position` is that of its cut-off in the log. */
  SettlementPeriodClosed: z.object({
    ...period,
    position: z.string(),
    count: z.int(),
    grossCents: centsField,
    feeCents: centsField,
    adjustmentCount: z.int(),
    adjustmentCents: centsField,
    /** A sum over the lines that tells whether any of them differs. */
    linesDigest: z.string(),
    /** SHA-256 of the period, its position, totals and digest. */
    checksum: z.string(),
    dueCents: centsField,
    /** Credit that was taken for it. */
    carriedCents: centsField,
    dueAt: z.string(),
    /** Its deposits beside the broker's journals, before it was closed. */
    atBroker: z
      .object({ compared: z.int(), differences: z.int(), notCompared: z.int() })
      .optional(),
    at,
  }),
  /** Nothing of it is outstanding. */
  SettlementPeriodSettled: z.object({ ...period, at }),
  /** The due moment passed with something outstanding. */
  SettlementPeriodOverdue: z.object({ ...period, outstandingCents: centsField, at }),
  /** A reversed transfer left a settled period with something outstanding. */
  SettlementPeriodReopened: z.object({ ...period, dueAt: z.string(), at }),
  /** A transfer went to the closed periods, oldest first. */
  SettlementTransferMatched: z.object({ ...transfer, at }),
  /** A wrongly recorded transfer was taken from the periods it had gone to. */
  SettlementTransferReversed: z.object({ ...transfer, reason: z.string(), at }),
  /** Takes effect with the next period. */
  SettlementScheduleChanged: z.object({ partnerId, schedule, at }),
  /** The whole book as it stands, so that it can be read from here on. */
  SettlementBroughtForward: z.object({
    partnerId,
    open: opened,
    nextSchedule: schedule.nullable(),
    closing: z.array(z.object({ periodId: z.string(), number: z.int(), dueAt: z.string() })),
    unsettled: z.array(
      z.object({
        periodId: z.string(),
        number: z.int(),
        dueAt: z.string(),
        outstandingCents: centsField,
        overdue: z.boolean(),
      }),
    ),
    creditCents: centsField,
    at,
  }),
};

export type BookEvent = EventOf<typeof schemas>;
export const parseBookEvent = parserOf('settlement', schemas);
