import { z } from 'zod';
import { type EventOf, centsField, parserOf } from '#platform/event-store/event-schemas.js';

// These shapes are on disk for ever. Add a field as optional, or a new event; never change one.

/** `entry` counts what happened to the reference; `bookRevision` is a place in the partner's book
 *  that is certainly before the entry: only later events need to be searched for it. */
const entry = {
  transferId: z.string(),
  partnerId: z.string(),
  reference: z.string(),
  entry: z.int(),
  amountCents: centsField,
};
const bookRevision = z.string().regex(/^(-1|\d+)$/);
const at = z.string();

const schemas = {
  /** The partner's money came in under this reference of the bank. */
  TransferRecorded: z.object({ ...entry, bookRevision, at }),
  /** It was recorded wrongly. */
  TransferReversed: z.object({ ...entry, reason: z.string(), bookRevision, at }),
  /** Above an amount one person alone records none: it waits for another who records the same. */
  TransferProposed: z.object({
    transferId: z.string(),
    partnerId: z.string(),
    reference: z.string(),
    amountCents: centsField,
    by: z.string(),
    at,
  }),
  /** Nor takes one person alone such a one back: it waits for another who does too. */
  TransferReversalProposed: z.object({
    transferId: z.string(),
    partnerId: z.string(),
    reason: z.string(),
    by: z.string(),
    at,
  }),
  /** The partner's book has the entry; these periods and the credit took or gave its amount. */
  TransferBooked: z.object({
    transferId: z.string(),
    partnerId: z.string(),
    entry: z.int(),
    matches: z.array(
      z.object({
        periodId: z.string(),
        number: z.int(),
        dueAt: z.string(),
        amountCents: centsField,
      }),
    ),
    creditCents: centsField,
    at,
  }),
};

export type TransferEvent = EventOf<typeof schemas>;
export const parseTransferEvent = parserOf('transfer', schemas);
