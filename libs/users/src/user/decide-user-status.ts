import type { EventStore } from '#kernel/event-store/event-store.js';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import type { Decision } from '#kernel/event-store/stream.js';
import { requireUserById } from '../find-user/find-user.js';
import type { UserEvent } from './user.events.js';
import { type User, type UserStatus, isRegistered, users } from './user.state.js';

export type DecidedStatus = { readonly id: string; readonly status: UserStatus };

/**
 * Applies an operator's decision to a user of any partner and returns the new status.
 * @throws {Refused} `user_not_found`
 */
export const decideUserStatus = async (
  store: EventStore,
  userId: string,
  decision: Decision<User, UserEvent>,
  by?: Operator,
): Promise<DecidedStatus> => {
  const user = await requireUserById(store, userId);
  const cause = operatorCause(user.partnerId, by);
  const { state } = await store.transact(users, user.userId, decision, cause);
  return { id: user.userId, status: isRegistered(state) ? state.status : user.status };
};
