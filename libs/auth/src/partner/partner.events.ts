import { z } from 'zod';
import { type EventOf, centsField, parserOf } from '#platform/event-store/event-schemas.js';

// These shapes are on disk for ever. Add a field as optional, or a new event; never change one.

const rate = z.object({ flatCents: centsField, basisPoints: z.int() });
const at = z.string();
const partnerId = z.string();

const schemas = {
  PartnerCreated: z.object({ partnerId, name: z.string(), at }),
  /** Fields left out stay as they were. */
  PartnerConfigured: z.object({
    partnerId,
    fee: rate.optional(),
    commission: rate.optional(),
    transactionLimitCents: centsField.optional(),
    dailyLimitCents: centsField.optional(),
    showTaxId: z.boolean().optional(),
    at,
  }),
  ApiKeyCreated: z.object({ partnerId, keyId: z.string(), secretHash: z.string(), at }),
  ApiKeyRevoked: z.object({ partnerId, keyId: z.string(), at }),
};

export type PartnerEvent = EventOf<typeof schemas>;
export const parsePartnerEvent = parserOf('partner', schemas);
