import { z } from 'zod';
import { type EventOf, centsField, parserOf } from '#kernel/event-store/event-schemas.js';

// These shapes are permanent. Add an optional field or a new event. Never change a shape.

const about = {
  depositId: z.string(),
  partnerId: z.string(),
  userId: z.string(),
  /** UTC day, YYYY-MM-DD. */
  day: z.string(),
  at: z.string(),
};

const schemas = {
  /** A deposit reserved a part of the daily limit. This event is enough to create the deposit. */
  DailyFundingReserved: z.object({
    ...about,
    externalId: z.string(),
    accountId: z.string(),
    amountCents: centsField,
    feeCents: centsField,
    requestId: z.string(),
  }),
  /** The deposit failed, or counts on another day. */
  DailyFundingReleased: z.object({ ...about, amountCents: centsField, reason: z.string() }),
  /** The broker executed the failed deposit. It counts again. */
  DailyFundingRestored: z.object({ ...about, amountCents: centsField }),
};

export type DailyFundingEvent = EventOf<typeof schemas>;
export const parseDailyFundingEvent = parserOf('dailyFunding', schemas);
