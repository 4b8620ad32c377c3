import type { Erasable } from '#platform/event-store/personal.js';
import { type Stream, withoutPerson } from '#platform/event-store/stream.js';
import { type UserEvent, parseUserEvent } from './user.events.js';

/** What the user is known by. */
type Person = {
  readonly externalId: string | null;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly country: string;
  readonly phone: string | null;
  readonly dateOfBirth: string | null;
};

type Ids = { readonly userId: string; readonly partnerId: string };
export type UserDetails = Ids & Person;

type Recorded = Ids & Erasable<Person>;

type OpenStatus = 'pending_verification' | 'active';
export type UserStatus = OpenStatus | 'suspended' | 'closed';

export type Outcome = 'verified' | 'rejected';

/** What was decided of a user's identity or address; the latest decision counts. */
export type Judged = {
  readonly status: 'pending' | Outcome;
  /** ISO 8601, empty while pending. */
  readonly decidedAt: string;
  /** Every decision heard of, as `<outcome>:<sourceId>`: a repeat is known by it. */
  readonly heard: readonly string[];
};

/** All of the person is null once it is erased. */
export type RegisteredUser = Recorded & {
  readonly status: UserStatus;
  /** The status without an operator's hand: what a reinstated user has. */
  readonly openStatus: OpenStatus;
  /** What the registration said, whatever was changed since. */
  readonly registration: Recorded;
  readonly emailVerified: boolean;
  readonly identity: Judged;
  readonly address: Judged;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type User =
  { readonly status: 'absent' } | { readonly status: 'abandoned' } | RegisteredUser;

const unjudged: Judged = { status: 'pending', decidedAt: '', heard: [] };

const evolve = (user: User, event: UserEvent): User => {
  switch (event.type) {
    case 'UserRegistered': {
      const { at, ...details } = event.data;
      const status = 'pending_verification';
      return {
        ...details,
        status,
        openStatus: status,
        registration: details,
        emailVerified: false,
        identity: unjudged,
        address: unjudged,
        createdAt: at,
        updatedAt: at,
      };
    }
    case 'UserDetailsChanged': {
      const known = registered(user);
      const { firstName = known.firstName, lastName = known.lastName } = event.data;
      const { phone = known.phone, at } = event.data;
      return { ...known, firstName, lastName, phone, updatedAt: at };
    }
    case 'UserAbandoned':
      return { status: 'abandoned' };
    case 'UserIdentityVerified': {
      const { status, by, at } = event.data;
      const { emailVerified, ...known } = registered(user);
      const identity = judge(known.identity, 'verified', event.data.identity, event.data);
      const email = { emailVerified: emailVerified || by === 'onboarding' };
      return { ...known, ...email, status, openStatus: 'active', identity, updatedAt: at };
    }
    case 'UserIdentityRejected': {
      const known = registered(user);
      const identity = judge(known.identity, 'rejected', event.data.identity, event.data);
      return { ...known, identity, updatedAt: event.data.at };
    }
    case 'UserAddressVerified': {
      const known = registered(user);
      const address = judge(known.address, 'verified', event.data.address, event.data);
      return { ...known, address, updatedAt: event.data.at };
    }
    case 'UserAddressRejected': {
      const known = registered(user);
      const address = judge(known.address, 'rejected', event.data.address, event.data);
      return { ...known, address, updatedAt: event.data.at };
    }
    case 'UserSuspended':
      return { ...registered(user), status: 'suspended', updatedAt: event.data.at };
    case 'UserReinstated':
      return { ...registered(user), status: event.data.to, updatedAt: event.data.at };
    case 'UserClosed':
      return { ...registered(user), status: 'closed', updatedAt: event.data.at };
  }
};

type VerdictData = { at: string; sourceId?: string | undefined; decidedAt?: string | undefined };

const judge = (
  { decidedAt: before, heard }: Judged,
  outcome: Outcome,
  status: Outcome = outcome,
  { at, sourceId = '', decidedAt = at }: VerdictData,
): Judged => ({
  status,
  decidedAt: decidedAt > before ? decidedAt : before,
  heard: [...heard, `${outcome}:${sourceId}`],
});

const registered = (user: User): RegisteredUser => {
  if (!isRegistered(user)) throw new Error('An event about a user that was never registered');
  return user;
};

export const isRegistered = (user: User): user is RegisteredUser =>
  user.status !== 'absent' && user.status !== 'abandoned';

type Blocked = { readonly status: 'suspended' | 'closed' };

/** Without anything that the user is known by. */
export type UserStanding = Omit<RegisteredUser, keyof Person | 'registration'>;

/** Null when the user was erased. */
export const personOf = (user: RegisteredUser): (RegisteredUser & Person) | null => {
  const { email, firstName, lastName, country } = user;
  return email === null || firstName === null || lastName === null || country === null
    ? null
    : { ...user, email, firstName, lastName, country };
};

/** Whether an operator has suspended or closed the user. */
export const isBlocked = <Of extends { readonly status: User['status'] }>(
  user: Of,
): user is Of & Blocked => user.status === 'suspended' || user.status === 'closed';

export const users: Stream<User, UserEvent> = {
  category: 'user',
  initial: { status: 'absent' },
  evolve,
  parse: parseUserEvent,
};

/** For all that need not know who the user is. */
export const userStandings = withoutPerson(users);
