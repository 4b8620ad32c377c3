import { z } from 'zod';
import { type EventOf, centsField, parserOf } from '#kernel/event-store/event-schemas.js';

// These shapes are permanent. Add an optional field or a new event. Never change a shape.

const partnerId = z.string();
const at = z.string();
/** `number` counts the partner's periods: 1, 2, 3 … */
const period = { partnerId, periodId: z.string(), number: z.int() };

const schedule = z.object({
  zone: z.string(),
  cutOff: z.string(),
  every: z.enum(['day', 'week', 'month']),
  on: z.string().nullable(),
  dueDays: z.int(),
});

/** The open period, as its schedule plans it. */
const opened = z.object({
  periodId: z.string(),
  number: z.int(),
  opensAt: z.string(),
  cutOffAt: z.string(),
  dueAt: z.string(),
  schedule,
});

/** The part of a transfer that paid a period. A reversal restores `dueAt`. */
const match = z.object({
  periodId: z.string(),
  number: z.int(),
  dueAt: z.string(),
  amountCents: centsField,
});

/** `entry` counts the changes of one reference: recorded, reversed, recorded again … */
const transfer = {
  partnerId,
  transferId: z.string(),
  entry: z.int(),
  reference: z.string(),
  amountCents: centsField,
  matches: z.array(match),
  /** The amount above all dues. It becomes credit of the partner. */
  creditCents: centsField,
};

const schemas = {
  /** A period was cut off. Deposits that complete after this log position belong to the next one. */
  SettlementCutOffReached: z.object({
    ...period,
    opensAt: z.string(),
    by: z.enum(['schedule', 'operator']),
    /** The scheduled time of the cut-off. Earlier than `at` if the worker was late. */
    standsFor: z.string(),
    dueAt: z.string(),
    next: opened,
    at,
  }),
  /** The totals of a period were fixed. `position` is the log position of its cut-off. */
  SettlementPeriodClosed: z.object({
    ...period,
    position: z.string(),
    count: z.int(),
    grossCents: centsField,
    feeCents: centsField,
    adjustmentCount: z.int(),
    adjustmentCents: centsField,
    /** Absent in periods that closed before withdrawals and commissions existed. */
    withdrawalCount: z.int().optional(),
    withdrawalGrossCents: centsField.optional(),
    withdrawalFeeCents: centsField.optional(),
    commissionCount: z.int().optional(),
    commissionCents: centsField.optional(),
    /** Sum over the digests of the lines. It changes when any line changes. */
    linesDigest: z.string(),
    /** SHA-256 of the period, its position, totals and digest. */
    checksum: z.string(),
    dueCents: centsField,
    /** Credit of the partner that the period used. */
    carriedCents: centsField,
    dueAt: z.string(),
    /** Result of comparing its deposits with the broker's journals before the closing. */
    atBroker: z
      .object({ compared: z.int(), differences: z.int(), notCompared: z.int() })
      .optional(),
    at,
  }),
  /** The partner paid the period in full. */
  SettlementPeriodSettled: z.object({ ...period, at }),
  /** The due time passed before the partner paid the period in full. */
  SettlementPeriodOverdue: z.object({ ...period, outstandingCents: centsField, at }),
  /** The reversal of a transfer left an amount of a settled period outstanding. */
  SettlementPeriodReopened: z.object({ ...period, dueAt: z.string(), at }),
  /** A payment paid closed periods, the oldest first; or a payout took credit, which is negative. */
  SettlementTransferMatched: z.object({ ...transfer, at }),
  /** The partner's credit was below a payout. The ledger leaves the payout out. */
  SettlementPayoutDeclined: z.object({
    partnerId,
    transferId: z.string(),
    entry: z.int(),
    reference: z.string(),
    amountCents: centsField,
    /** The credit at that time. */
    creditCents: centsField,
    at,
  }),
  /** An operator reversed a transfer. The periods that it had paid owe the amounts again. */
  SettlementTransferReversed: z.object({ ...transfer, reason: z.string(), at }),
  /** The schedule changed, from the next period on. */
  SettlementScheduleChanged: z.object({ partnerId, schedule, at }),
  /** A snapshot of the ledger. Readers can start at this event. */
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

export type LedgerEvent = EventOf<typeof schemas>;
export const parseLedgerEvent = parserOf('settlement', schemas);
