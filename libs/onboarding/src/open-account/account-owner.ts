import { claimId, claims } from '#platform/event-store/claims.js';
import type { EventStore } from '#platform/event-store/event-store.js';

export const accountClaim = (brokerAccountId: string): string =>
  claimId('brokerAccount', brokerAccountId);

/** The user whose account this is at the broker; null when it is none of ours, or not yet. */
export const accountOwner = (store: EventStore, brokerAccountId: string): Promise<string | null> =>
  store.load(claims, accountClaim(brokerAccountId));
