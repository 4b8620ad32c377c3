import { emailForms } from '#platform/core/email.js';
import { isUuid } from '#platform/core/ids.js';
import { claimId, claims } from '#platform/event-store/claims.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { externalIdClaim } from '../register-user/registrar.js';
import { type RegisteredUser, isRegistered, users } from '../user/user.state.js';

const PARTNERS_AT_ONCE = 50;

/** The user with this id, of whichever partner; null when there is none. */
export const userById = async (store: EventStore, id: string): Promise<RegisteredUser | null> => {
  const user = isUuid(id) ? await store.load(users, id.toLowerCase()) : null;
  return user !== null && isRegistered(user) ? user : null;
};

/** Users with this e-mail (in any case) or this externalId, at most two of each partner. */
export const usersCalled = async (
  store: EventStore,
  partnerIds: readonly string[],
  text: string,
): Promise<readonly RegisteredUser[]> => {
  const found: RegisteredUser[] = [];
  for (let i = 0; i < partnerIds.length; i += PARTNERS_AT_ONCE) {
    const chunk = partnerIds.slice(i, i + PARTNERS_AT_ONCE);
    const claimed = chunk.flatMap((partnerId) => [
      ...emailForms(text).map((form) => claimId('userEmail', partnerId, form)),
      externalIdClaim(partnerId, text),
    ]);
    const owners = await Promise.all(claimed.map((id) => store.load(claims, id)));
    const ids = [...new Set(owners.filter((owner) => owner !== null))];
    const users = await Promise.all(ids.map((id) => userById(store, id)));
    found.push(...users.filter((user) => user !== null));
  }
  return found;
};
