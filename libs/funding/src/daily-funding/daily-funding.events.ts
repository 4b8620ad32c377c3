import { z } from 'zod';
import { type EventOf, centsField, parserOf } from '#platform/event-store/event-schemas.js';

// These shapes are on disk for ever. Add a field as optional, or a new event; never change one.

const about = {
  depositId: z.string(),
  partnerId: z.string(),
  userId: z.string(),
  /** UTC day, YYYY-MM-DD. */
  day: z.string(),
  at: z.string(),
};

const schemas = {
  /** From here on the deposit will come to exist: it can be made of this event alone. */
  DailyFundingReserved: z.object({
    ...about,
    externalId: z.string(),
    accountId: z.string(),
    amountCents: centsField,
    feeCents: centsField,
    /** The request that asked for it. */
    requestId: z.string(),
  }),
  /** The deposit failed, or counts elsewhere. */
  DailyFundingReleased: z.object({ ...about, amountCents: centsField, reason: z.string() }),
  /** The deposit was executed after all, and counts again. */
  DailyFundingRestored: z.object({ ...about, amountCents: centsField }),
};

export type DailyFundingEvent = EventOf<typeof schemas>;
export const parseDailyFundingEvent = parserOf('dailyFunding', schemas);
