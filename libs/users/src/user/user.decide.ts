import { emailKey } from '#kernel/email.js';
import { conflict, tooMany } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { UserEvent } from './user.events.js';
import {
  type RegisteredUser,
  type User,
  type UserDetails,
  dayOf,
  isRegistered,
} from './user.state.js';
import { DAY_S } from '#kernel/duration.js';

/** Window of the limit for changes of a user's details: one day in UTC. */
const DETAILS_CHANGE_WINDOW_S = DAY_S;

type Decide = Decision<User, UserEvent>;

/**
 * Appends nothing to a closed stream. The caller sees the closure in the state and begins again.
 */
export const registerUser =
  (details: UserDetails, now: Date): Decide =>
  (user) => {
    if (user.status === 'absent')
      return [{ type: 'UserRegistered', data: { ...details, at: now.toISOString() } }];
    if (isRegistered(user)) requireSameRegistration(user, details);
    return [];
  };

export const abandonUser =
  (userId: string, partnerId: string, now: Date): Decide =>
  (user) =>
    user.status === 'absent'
      ? [{ type: 'UserAbandoned', data: { userId, partnerId, at: now.toISOString() } }]
      : [];

/**
 * Requires the details of the original registration; later changes do not matter.
 * @throws {Refused} `external_id_already_exists`
 */
export const requireSameRegistration = (
  { registration }: RegisteredUser,
  details: UserDetails,
): void => {
  const same =
    registration.externalId === details.externalId &&
    registration.email !== null &&
    emailKey(registration.email) === emailKey(details.email) &&
    registration.firstName === details.firstName &&
    registration.lastName === details.lastName &&
    registration.country === details.country &&
    registration.phone === details.phone &&
    registration.dateOfBirth === details.dateOfBirth;
  if (!same)
    throw conflict(
      'external_id_already_exists',
      'This externalId belongs to a user registered with other details',
    );
};

export type DetailsChange = {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly phone?: string | undefined;
};

/** Limit of changes per user and UTC day, so that streams stay short. */
export const CHANGES_A_DAY_MAX = 100;

/**
 * Records the fields that differ. Appends nothing if no field differs.
 * @throws {Refused} `user_not_active` for an erased user; 429 after too many changes today
 */
export const changeDetails =
  (change: DetailsChange, now: Date): Decide =>
  (user) => {
    if (!isRegistered(user)) return [];
    if (user.erasure !== null) throw conflict('user_not_active', 'The user was erased');
    const { userId, partnerId } = user;
    const differs = (field: keyof DetailsChange) =>
      change[field] !== undefined && change[field] !== user[field];
    const changed = {
      ...(differs('firstName') ? { firstName: change.firstName } : {}),
      ...(differs('lastName') ? { lastName: change.lastName } : {}),
      ...(differs('phone') ? { phone: change.phone } : {}),
    };
    if (Object.keys(changed).length === 0) return [];
    requireFewChanges(user, now);
    const data = { userId, partnerId, ...changed, at: now.toISOString() };
    return [{ type: 'UserDetailsChanged', data }];
  };

const requireFewChanges = ({ changes: { day, count } }: RegisteredUser, now: Date): void => {
  if (count < CHANGES_A_DAY_MAX || dayOf(now.toISOString()) !== day) return;
  const windowS = DETAILS_CHANGE_WINDOW_S;
  const leftS = windowS - Math.floor((now.getTime() / 1_000) % windowS);
  throw tooMany(
    'too_many_changes',
    `A user's details can be changed ${CHANGES_A_DAY_MAX} times a day (UTC)`,
    leftS,
    { name: 'user-changes', max: CHANGES_A_DAY_MAX, windowS },
  );
};
