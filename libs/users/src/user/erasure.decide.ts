import { conflict } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { UserEvent } from './user.events.js';
import type { Provider, RegisteredUser, User } from './user.state.js';
import { requireRegistered } from './user-status.decide.js';

type Decide = Decision<User, UserEvent>;

/** Places a legal hold, which prevents the erasure. */
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

/**
 * Erases the person; a repeat changes nothing. `toAsk` lists the providers that must still be asked.
 * @throws {Refused} `legal_hold`
 */
export const erasePerson =
  (reason: string, toAsk: readonly Provider[], now: Date): Decide =>
  (user) => {
    const known = requireRegistered(user);
    if (known.erasure !== null) return [];
    if (known.isHeld) throw conflict('legal_hold', 'A legal hold keeps the data of this user');
    return [{ type: 'PersonErased', data: { ...about(known, now), reason, toAsk: [...toAsk] } }];
  };

/** Records that a provider has erased its data of the user. */
export const recordErasureAt =
  (provider: Provider, reference: string, now: Date): Decide =>
  (user) => {
    const known = requireRegistered(user);
    if (known.erasure === null) throw conflict('user_not_erased', 'Erase the user here first');
    if (!known.erasure.toAsk.includes(provider)) return [];
    const data = { ...about(known, now), provider, reference };
    return [{ type: 'PersonErasedAtProvider', data }];
  };

const about = ({ userId, partnerId }: RegisteredUser, now: Date) => ({
  userId,
  partnerId,
  at: now.toISOString(),
});
