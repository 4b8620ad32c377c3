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
  /** An operator created the partner. Its ledgers start here. */
  PartnerCreated: z.object({ partnerId, name: z.string(), at }),
  /** Terms of the partner changed. Absent fields keep their value. */
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
  /** An API key was created. The event has only a hash of its secret. */
  ApiKeyCreated: z.object({ partnerId, keyId: z.string(), secretHash: z.string(), at }),
  /** The key was revoked, which also revokes its tokens. */
  ApiKeyRevoked: z.object({ partnerId, keyId: z.string(), at }),
  /** The key got an end. A later event of this type replaces the end. */
  ApiKeyEndSet: z.object({ partnerId, keyId: z.string(), endsAt: z.string(), at }),
};

export type PartnerEvent = EventOf<typeof schemas>;
export const parsePartnerEvent = parserOf('partner', schemas);
