import { z } from 'zod';
import { type EventOf, centsField, parserOf } from '#kernel/event-store/event-schemas.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

export const SWITCH = ['enabled', 'disabled'] as const;
export const TWO_FACTOR = ['required', 'optional'] as const;
export const COLLECTION = ['settlement', 'none'] as const;

const rate = z.object({ flatCents: centsField, basisPoints: z.int() });
const at = z.string();
const partnerId = z.string();

const schemas = {
  /** The operator made the partner; its books begin here. */
  PartnerCreated: z.object({ partnerId, name: z.string(), at }),
  /** Terms of the partner; those left out stay as they were. */
  PartnerConfigured: z.object({
    partnerId,
    fee: rate.optional(),
    commission: rate.optional(),
    transactionLimitCents: centsField.optional(),
    dailyLimitCents: centsField.optional(),
    showTaxId: z.boolean().optional(),
    withdrawals: z.enum(SWITCH).optional(),
    withdrawalFee: rate.optional(),
    withdrawalLimitCents: centsField.optional(),
    withdrawalDailyLimitCents: centsField.optional(),
    withdrawalTwoFactor: z.enum(TWO_FACTOR).optional(),
    /** Absent in events of versions that did not collect commissions. */
    commissionCollection: z.enum(COLLECTION).optional(),
    at,
  }),
  /** Only a hash of the secret is kept; two keys may be active at once. */
  ApiKeyCreated: z.object({ partnerId, keyId: z.string(), secretHash: z.string(), at }),
  /** The key, and the tokens got with it, open nothing any more. */
  ApiKeyRevoked: z.object({ partnerId, keyId: z.string(), at }),
  /** From `endsAt` on it is as if it were revoked; a later one of these takes its place. */
  ApiKeyEndSet: z.object({ partnerId, keyId: z.string(), endsAt: z.string(), at }),
};

export type PartnerEvent = EventOf<typeof schemas>;
export const parsePartnerEvent = parserOf('partner', schemas);
