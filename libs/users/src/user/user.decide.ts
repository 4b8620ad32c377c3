import { conflict } from '#platform/core/refused.js';
import type { Decision } from '#platform/event-store/stream.js';
import type { UserEvent } from './user.events.js';
import { type User, type UserDetails, isRegistered } from './user.state.js';

type Decide = Decision<User, UserEvent>;

/** Decides nothing for a stream that was closed; the caller sees it in the state and begins anew. */
export const registerUser =
  (details: UserDetails, now: Date): Decide =>
  (user) => {
    if (user.status === 'absent')
      return [{ type: 'UserRegistered', data: { ...details, at: now.toISOString() } }];
    if (isRegistered(user) && !sameDetails(user, details))
      throw conflict(
        'external_id_already_exists',
        'This externalId belongs to a user with other details',
      );
    return [];
  };

export const abandonUser =
  (userId: string, partnerId: string, now: Date): Decide =>
  (user) =>
    user.status === 'absent'
      ? [{ type: 'UserAbandoned', data: { userId, partnerId, at: now.toISOString() } }]
      : [];

const sameDetails = (user: UserDetails, details: UserDetails): boolean =>
  user.externalId === details.externalId &&
  user.email.toLowerCase() === details.email.toLowerCase() &&
  user.firstName === details.firstName &&
  user.lastName === details.lastName &&
  user.country === details.country &&
  user.phone === details.phone &&
  user.dateOfBirth === details.dateOfBirth;
