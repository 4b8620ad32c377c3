import { isUuid } from '#kernel/ids.js';
import { conflict, notFound } from '#kernel/refused.js';
import { refusal } from '#http/endpoint.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import {
  type RegisteredUser,
  type User,
  type UserStatusState,
  isBlocked,
  isRegistered,
  personOf,
  userStates,
  users,
} from './user.state.js';

export const userNotFound = refusal(404, 'user_not_found', 'You have no user with this id.');
export const userNotActive = refusal(
  409,
  'user_not_active',
  'The operator suspended or closed this user.',
);

/**
 * Returns this partner's user without personal fields.
 * @throws {Refused} `user_not_found`, also for another partner's user
 */
export const requireUser = (
  store: EventStore,
  partnerId: string,
  userId: string,
): Promise<UserStatusState> => requireIn(userStates, store, partnerId, userId);

/**
 * Returns this partner's user with personal fields.
 * @throws {Refused} `user_not_found`; `user_not_active` for an erased user
 */
export const requirePerson = async (store: EventStore, partnerId: string, userId: string) => {
  const person = personOf(await requireIn(users, store, partnerId, userId));
  if (person === null) throw conflict('user_not_active', 'The user was erased');
  return person;
};

const requireIn = async (
  stream: typeof users,
  store: EventStore,
  partnerId: string,
  userId: string,
): Promise<RegisteredUser> => {
  const user: User | null = isUuid(userId) ? await store.load(stream, userId.toLowerCase()) : null;
  if (user === null || !isRegistered(user) || user.partnerId !== partnerId)
    throw notFound('user_not_found', 'There is no user with this id');
  return user;
};

/**
 * Rejects the request of a suspended or closed user. Callers load the user's own stream, so every
 * request that begins after the operator's decision is rejected. Processors repeat the check before
 * they send a request that was accepted earlier.
 * @throws {Refused} `user_not_active`
 */
export const requireNotBlocked = (user: Pick<UserStatusState, 'status'>): void => {
  if (isBlocked(user)) throw conflict('user_not_active', `The user is ${user.status}`);
};
