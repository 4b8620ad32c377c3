import { claimId, claims } from '#platform/event-store/claims.js';
import type { EventStore } from '#platform/event-store/event-store.js';

/** The claim that keeps a journal, which names no deposit, from being matched with two. */
export const journalClaim = (journalId: string): string => claimId('journal', journalId);

/** The id of the deposit that an operator matched this journal with; null when nobody did. */
export const matchedDeposit = (store: EventStore, journalId: string): Promise<string | null> =>
  store.load(claims, journalClaim(journalId));
