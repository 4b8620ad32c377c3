import { isUuid } from '#kernel/ids.js';
import { notFound } from '#kernel/refused.js';
import { holderOf } from '#kernel/event-store/claims.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import { emailHolder, externalIdClaim } from '../register-user/registrar.js';
import { type RegisteredUser, isRegistered, users } from '../user/user.state.js';

const PARTNERS_AT_ONCE = 50;

/** Returns the user of any partner with this id, or null. */
export const userById = async (store: EventStore, id: string): Promise<RegisteredUser | null> => {
  const user = isUuid(id) ? await store.load(users, id.toLowerCase()) : null;
  return user !== null && isRegistered(user) ? user : null;
};

/** Returns the user of any partner with this id. @throws {Refused} `user_not_found` */
export const requireUserById = async (store: EventStore, id: string): Promise<RegisteredUser> => {
  const user = await userById(store, id);
  if (user === null) throw notFound('user_not_found', `User ${id} does not exist`);
  return user;
};

/**
 * Returns the users with this e-mail (compared without case) or this `externalId`, at most two for
 * each partner. Leaves out erased users.
 */
export const findUsers = async (
  store: EventStore,
  partnerIds: readonly string[],
  text: string,
): Promise<readonly RegisteredUser[]> => {
  const found: RegisteredUser[] = [];
  for (let i = 0; i < partnerIds.length; i += PARTNERS_AT_ONCE) {
    const chunk = partnerIds.slice(i, i + PARTNERS_AT_ONCE);
    const holders = chunk.flatMap((partnerId) => [
      emailHolder(store, partnerId, text),
      holderOf(store, externalIdClaim(partnerId, text)),
    ]);
    const ids = (await Promise.all(holders)).filter((id) => id !== null);
    const users = await Promise.all([...new Set(ids)].map((id) => userById(store, id)));
    found.push(...users.filter((user) => user !== null).filter(({ email }) => email !== null));
  }
  return found;
};
