import { z } from 'zod';
import { type EventOf, centsField, parserOf } from '#kernel/event-store/event-schemas.js';

// These shapes are permanent. Add an optional field or a new event. Never change a shape.

/**
 * `entry` counts the changes of the reference. `ledgerRevision` is a revision of the partner's ledger
 * before the entry: only later events need to be searched for the entry.
 */
const entry = {
  transferId: z.string(),
  partnerId: z.string(),
  reference: z.string(),
  entry: z.int(),
  amountCents: centsField,
};
/** A payment comes from the partner. A payout goes to the partner, from the partner's credit. */
export const KINDS = ['payment', 'payout'] as const;
/** Absent in transfers of earlier versions. */
const kind = z.enum(KINDS).default('payment');
const ledgerRevision = z.string().regex(/^(-1|\d+)$/);
const at = z.string();

const schemas = {
  /** Money of the partner arrived, or left for the partner, under this bank reference. */
  TransferRecorded: z.object({ ...entry, kind, ledgerRevision, at }),
  /** An operator reversed the transfer because it was recorded wrongly. */
  TransferReversed: z.object({ ...entry, reason: z.string(), ledgerRevision, at }),
  /** One person requested to record a large transfer. A second person must request the same. */
  TransferProposed: z.object({
    transferId: z.string(),
    partnerId: z.string(),
    reference: z.string(),
    amountCents: centsField,
    kind,
    by: z.string(),
    at,
  }),
  /** One person requested to reverse a large transfer. A second person must request the same. */
  TransferReversalProposed: z.object({
    transferId: z.string(),
    partnerId: z.string(),
    reason: z.string(),
    by: z.string(),
    at,
  }),
  /** The ledger declined a payout, because the partner's credit was below it. */
  TransferDeclined: z.object({
    transferId: z.string(),
    partnerId: z.string(),
    entry: z.int(),
    at,
  }),
  /** The partner's ledger contains the entry. Its amount went to, or came from, `matches` and credit. */
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
