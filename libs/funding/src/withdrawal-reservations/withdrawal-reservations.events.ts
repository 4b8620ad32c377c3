import { z } from 'zod';
import { type EventOf, centsField, parserOf } from '#kernel/event-store/event-schemas.js';

// These shapes are permanent. Add an optional field or a new event. Never change a shape.

const about = {
  depositId: z.string(),
  partnerId: z.string(),
  userId: z.string(),
  amountCents: centsField,
  at: z.string(),
};

const schemas = {
  /** A withdrawal reserved cash of its user. This event is enough to create the withdrawal. */
  WithdrawalReserved: z.object({
    ...about,
    externalId: z.string(),
    accountId: z.string(),
    feeCents: centsField,
    requestId: z.string(),
  }),
  /**
   * The reservation stopped holding cash. `executed`: the broker moved the money. `released`: the
   * money stayed, and the daily limit stopped counting it. A late execution follows a release.
   */
  WithdrawalReservationEnded: z.object({ ...about, end: z.enum(['executed', 'released']) }),
};

export type WithdrawalReservationEvent = EventOf<typeof schemas>;
export const parseWithdrawalReservationEvent = parserOf('withdrawalReservations', schemas);
