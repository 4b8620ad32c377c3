import { isUuid } from '#platform/core/ids.js';
import { conflict, notFound } from '#platform/core/refused.js';
import { refusal } from '#platform/http/endpoint.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import {
  type RegisteredUser,
  type User,
  type UserStanding,
  isBlocked,
  isRegistered,
  personOf,
  userStandings,
  users,
} from './user.state.js';

export const userNotFound = refusal(404, 'user_not_found', 'You have no user with this id.');
export const userNotActive = refusal(
  409,
  'user_not_active',
  'The operator suspended or closed this user.',
);

/** This partner's user. @throws {Refused} `user_not_found`, also for another partner's user. */
export const requireUser = (
  store: EventStore,
  partnerId: string,
  userId: string,
): Promise<UserStanding> => requireIn(userStandings, store, partnerId, userId);

/**
 * This partner's user, with who it is.
 * @throws {Refused} `user_not_found`; `user_not_active` when the user was erased.
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
 * Asked of the user's own stream, so that every request that begins after the operator's decision
 * is refused. What was accepted by then, or is just being accepted, is judged again when it is sent.
 * @throws {Refused} `user_not_active` when an operator suspended or closed the user.
 */
export const requireNotBlocked = (user: Pick<UserStanding, 'status'>): void => {
  if (isBlocked(user)) throw conflict('user_not_active', `The user is ${user.status}`);
};
