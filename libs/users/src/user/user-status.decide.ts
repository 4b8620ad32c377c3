import { conflict, notFound } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { UserEvent } from './user.events.js';
import { type RegisteredUser, type User, hasOpenWatchListHit, isRegistered } from './user.state.js';

type Decide = Decision<User, UserEvent>;

// Decisions of an operator about a user. A decision that changes nothing appends nothing.

/** @throws {Refused} `user_closed`, because closed is final */
export const suspendUser =
  (reason: string, now: Date): Decide =>
  (user) => {
    const known = requireRegistered(user);
    if (known.status === 'suspended') return [];
    if (known.status === 'closed') throw closed();
    const data = { ...about(known), reason, from: known.status, at: now.toISOString() };
    return [{ type: 'UserSuspended', data }];
  };

/**
 * Restores the earlier status, or `active` if the identity was verified meanwhile.
 * @throws {Refused} `user_closed`
 */
export const reinstateUser =
  (reason: string, now: Date): Decide =>
  (user) => {
    const known = requireRegistered(user);
    if (known.status === 'closed') throw closed();
    if (known.status !== 'suspended') return [];
    const hit = hasOpenWatchListHit(known) ? { hasWatchListHit: true as const } : {};
    const data = { ...about(known), reason, to: known.openStatus, ...hit, at: now.toISOString() };
    return [{ type: 'UserReinstated', data }];
  };

export const closeUser =
  (reason: string, now: Date): Decide =>
  (user) => {
    const known = requireRegistered(user);
    if (known.status === 'closed') return [];
    const data = { ...about(known), reason, from: known.status, at: now.toISOString() };
    return [{ type: 'UserClosed', data }];
  };

/** @throws {Refused} `user_not_found` for a stream without a registration */
export const requireRegistered = (user: User): RegisteredUser => {
  if (!isRegistered(user)) throw notFound('user_not_found', 'There is no user with this id');
  return user;
};

const about = ({ userId, partnerId }: RegisteredUser) => ({ userId, partnerId });

const closed = () => conflict('user_closed', 'The user is closed, and closed is final');
