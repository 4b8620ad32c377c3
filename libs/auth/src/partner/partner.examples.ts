import { cents } from '#kernel/money.js';
import type { PartnerEvent } from './partner.events.js';

/** One example of each event, for specs. */
export const noon = new Date('2026-03-16T12:00:00.000Z');
const at = noon.toISOString();
const partnerId = 'p-1';

export const created: PartnerEvent = {
  type: 'PartnerCreated',
  data: { partnerId, name: 'Acme', at },
};
export const configured = {
  type: 'PartnerConfigured',
  data: {
    partnerId,
    transactionLimitCents: cents(1_000_00),
    commissionCollection: 'settlement',
    at,
  },
} satisfies PartnerEvent;
export const keyCreated = (keyId: string): PartnerEvent => ({
  type: 'ApiKeyCreated',
  data: { partnerId, keyId, secretHash: `hash of ${keyId}`, at },
});
export const keyRevoked = (keyId: string): PartnerEvent => ({
  type: 'ApiKeyRevoked',
  data: { partnerId, keyId, at },
});
export const keyEndSet = (keyId: string, endsAt: string): PartnerEvent => ({
  type: 'ApiKeyEndSet',
  data: { partnerId, keyId, endsAt, at },
});
