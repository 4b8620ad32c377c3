import { conflict, notFound } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { UserEvent } from './user.events.js';
import { type Provider, type RegisteredUser, type User, isRegistered } from './user.state.js';

type Decide = Decision<User, UserEvent>;

/** The law wants the user's data kept. */
export const placeHold =
  (reason: string, now: Date): Decide =>
  (user) => {
    const known = requireRegistered(user);
    if (known.erasure !== null) throw conflict('user_erased', 'The user was erased');
    if (known.isHeld) return [];
    return [{ type: 'UserHoldPlaced', data: { ...about(known, now), reason } }];
  };

export const releaseHold =
  (reason: string, now: Date): Decide =>
  (user) => {
    const known = requireRegistered(user);
    if (!known.isHeld) return [];
    return [{ type: 'UserHoldReleased', data: { ...about(known, now), reason } }];
  };

/** @throws {Refused} `legal_hold`. An erased user stays so. */
export const erasePerson =
  (reason: string, toAsk: readonly Provider[], now: Date): Decide =>
  (user) => {
    const known = requireRegistered(user);
    if (known.erasure !== null) return [];
    if (known.isHeld) throw conflict('legal_hold', 'A legal hold keeps the data of this user');
    return [{ type: 'PersonErased', data: { ...about(known, now), reason, toAsk: [...toAsk] } }];
  };

/** A provider said that it has erased what it had. */
export const recordErasureAt =
  (provider: Provider, reference: string, now: Date): Decide =>
  (user) => {
    const known = requireRegistered(user);
    if (known.erasure === null) throw conflict('user_not_erased', 'Erase the user here first');
    if (!known.erasure.toAsk.includes(provider)) return [];
    const data = { ...about(known, now), provider, reference };
    return [{ type: 'PersonErasedAtProvider', data }];
  };

const requireRegistered = (user: User): RegisteredUser => {
  if (!isRegistered(user)) throw notFound('user_not_found', 'There is no user with this id');
  return user;
};

const about = ({ userId, partnerId }: RegisteredUser, now: Date) => ({
  userId,
  partnerId,
  at: now.toISOString(),
});
