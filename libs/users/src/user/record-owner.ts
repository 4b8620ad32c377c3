import { claim, claimFrom, claimId } from '#platform/event-store/claims.js';
import type { Cause, EventStore } from '#platform/event-store/event-store.js';
import { isRegistered, userStandings } from './user.state.js';

/**
 * Whose the identity provider's record is after this call. One record is one person's, and so one user's:
 * whose it was first, until that one is closed.
 */
export const recordOwner = async (
  store: EventStore,
  providerRef: string,
  userId: string,
  cause: Cause,
): Promise<string> => {
  const id = claimId('identityRecord', providerRef);
  const now = new Date();
  const owner = await claim(store, id, userId, now, cause);
  if (owner === userId) return owner;
  const other = await store.load(userStandings, owner);
  const isFree = isRegistered(other) && other.status === 'closed';
  return isFree ? claimFrom(store, id, owner, userId, now, cause) : owner;
};
