import { claim, claimFrom, claimId } from '#kernel/event-store/claims.js';
import type { Cause, EventStore } from '#kernel/event-store/event-store.js';
import { isRegistered, userStates } from './user.state.js';

/**
 * Returns the user who owns a record of the identity provider after this call. One record belongs
 * to one user: the first one, until that user is closed.
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
  const other = await store.load(userStates, owner);
  const isFree = isRegistered(other) && other.status === 'closed';
  return isFree ? claimFrom(store, id, owner, userId, now, cause) : owner;
};
