import { claimId, claims } from '#kernel/event-store/claims.js';
import type { EventStore } from '#kernel/event-store/event-store.js';

/** Returns the id of the claim that maps a broker account to its user. */
export const accountClaim = (brokerAccountId: string): string =>
  claimId('brokerAccount', brokerAccountId);

/** Returns the user of a broker account; null for an unknown account. */
export const accountOwner = (store: EventStore, brokerAccountId: string): Promise<string | null> =>
  store.load(claims, accountClaim(brokerAccountId));
