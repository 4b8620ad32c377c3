import type { Erasable } from '#kernel/event-store/personal.js';
import { type Stream, withoutPerson } from '#kernel/event-store/stream.js';
import { type PROVIDERS, type UserEvent, parseUserEvent } from './user.events.js';

/** Details that identify a person. */
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

/** Result of the check of a user's identity or address. The latest decision counts. */
export type CheckResult = {
  readonly status: 'pending' | Outcome;
  /** ISO 8601, empty while pending. */
  readonly decidedAt: string;
  /** All known decisions as `<outcome>:<sourceId>`, to recognize repeats. */
  readonly decisions: readonly string[];
};

/** All personal fields are null after the erasure. */
export type RegisteredUser = Recorded & {
  readonly status: UserStatus;
  /** Status without decisions of operators, which a reinstated user gets. */
  readonly openStatus: OpenStatus;
  /** Details at registration, without later changes. */
  readonly registration: Recorded;
  readonly emailVerified: boolean;
  readonly identity: CheckResult;
  readonly address: CheckResult;
  /** Number of changes of the details on the UTC day of the last change. */
  readonly changes: { readonly day: string; readonly count: number };
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Time at which an operator closed or erased the user, ISO 8601 UTC; null before. */
  readonly closedAt: string | null;
  /** A legal hold prevents the erasure. */
  readonly isHeld: boolean;
  readonly watchListHits: WatchListHits;
  readonly erasure: Erasure | null;
};

type WatchListHits = {
  /** ISO 8601 UTC; null while no hit is open. */
  readonly openSince: string | null;
  /** Ids of the last notifications that reported a hit, to recognize redeliveries. */
  readonly messageIds: readonly string[];
};

const MESSAGES_REMEMBERED = 50;

/** Time of the erasure, and the providers that must still be asked to erase the user. */
type Erasure = { readonly at: string; readonly toAsk: readonly Provider[] };
export type Provider = (typeof PROVIDERS)[number];

export type User =
  | { readonly status: 'absent' }
  | { readonly status: 'abandoned' }
  | RegisteredUser;

/** Returns the UTC day of an ISO 8601 UTC time. */
export const dayOf = (at: string): string => at.slice(0, 'YYYY-MM-DD'.length);

const pending: CheckResult = { status: 'pending', decidedAt: '', decisions: [] };

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
        identity: pending,
        address: pending,
        changes: { day: dayOf(at), count: 0 },
        createdAt: at,
        updatedAt: at,
        closedAt: null,
        isHeld: false,
        watchListHits: { openSince: null, messageIds: [] },
        erasure: null,
      };
    }
    case 'UserDetailsChanged': {
      const known = registered(user);
      const { firstName = known.firstName, lastName = known.lastName } = event.data;
      const { phone = known.phone, at } = event.data;
      const { day, count } = known.changes;
      const changes = { day: dayOf(at), count: dayOf(at) === day ? count + 1 : 1 };
      return { ...known, firstName, lastName, phone, changes, updatedAt: at };
    }
    case 'UserAbandoned':
      return { status: 'abandoned' };
    case 'UserIdentityVerified': {
      const { status, by, at } = event.data;
      const { emailVerified, ...known } = registered(user);
      const identity = check(known.identity, 'verified', event.data.identity, event.data);
      const email = { emailVerified: emailVerified || by === 'onboarding' };
      return { ...known, ...email, status, openStatus: 'active', identity, updatedAt: at };
    }
    case 'UserIdentityRejected': {
      const known = registered(user);
      const identity = check(known.identity, 'rejected', event.data.identity, event.data);
      return { ...known, identity, updatedAt: event.data.at };
    }
    case 'UserAddressVerified': {
      const known = registered(user);
      const address = check(known.address, 'verified', event.data.address, event.data);
      return { ...known, address, updatedAt: event.data.at };
    }
    case 'UserAddressRejected': {
      const known = registered(user);
      const address = check(known.address, 'rejected', event.data.address, event.data);
      return { ...known, address, updatedAt: event.data.at };
    }
    case 'UserSuspended':
      return { ...registered(user), status: 'suspended', updatedAt: event.data.at };
    case 'UserReinstated':
      return { ...registered(user), status: event.data.to, updatedAt: event.data.at };
    case 'UserClosed': {
      const { at } = event.data;
      return { ...registered(user), status: 'closed', closedAt: at, updatedAt: at };
    }
    // Events that the partner must not notice keep the time of the last change.
    case 'UserWatchListHitReported': {
      const known = registered(user);
      const { at, messageId } = event.data;
      const openSince = known.watchListHits.openSince ?? at;
      const messageIds = [...known.watchListHits.messageIds, messageId].slice(-MESSAGES_REMEMBERED);
      return { ...known, watchListHits: { openSince, messageIds } };
    }
    case 'UserWatchListHitDismissed': {
      const known = registered(user);
      return { ...known, watchListHits: { ...known.watchListHits, openSince: null } };
    }
    case 'UserHoldPlaced':
      return { ...registered(user), isHeld: true };
    case 'UserHoldReleased':
      return { ...registered(user), isHeld: false };
    case 'PersonErased': {
      const { userId, partnerId, closedAt, ...known } = registered(user);
      const { at, toAsk } = event.data;
      const ended = { status: 'closed', closedAt: closedAt ?? at, updatedAt: at } as const;
      const registration = { userId, partnerId, ...ERASED_PERSON };
      return { ...known, ...registration, ...ended, registration, erasure: { at, toAsk } };
    }
    case 'PersonErasedAtProvider': {
      const { erasure, ...known } = registered(user);
      const { at, provider } = event.data;
      const toAsk = (erasure?.toAsk ?? []).filter((each) => each !== provider);
      return { ...known, erasure: { at: erasure?.at ?? at, toAsk } };
    }
  }
};

export const ERASED_PERSON: Erasable<Person> = {
  externalId: null,
  email: null,
  firstName: null,
  lastName: null,
  country: null,
  phone: null,
  dateOfBirth: null,
};

type DecisionData = { at: string; sourceId?: string | undefined; decidedAt?: string | undefined };

const check = (
  { decidedAt: before, decisions }: CheckResult,
  outcome: Outcome,
  status: Outcome = outcome,
  { at, sourceId = '', decidedAt = at }: DecisionData,
): CheckResult => ({
  status,
  decidedAt: decidedAt > before ? decidedAt : before,
  decisions: [...decisions, `${outcome}:${sourceId}`],
});

const registered = (user: User): RegisteredUser => {
  if (!isRegistered(user)) throw new Error('An event about a user that was never registered');
  return user;
};

export const isRegistered = (user: User): user is RegisteredUser =>
  user.status !== 'absent' && user.status !== 'abandoned';

type Blocked = { readonly status: 'suspended' | 'closed' };

/** Returns whether an operator must still decide on a watch-list hit. Withdrawals wait until then. */
export const hasOpenWatchListHit = ({
  watchListHits,
}: Pick<RegisteredUser, 'watchListHits'>): boolean => watchListHits.openSince !== null;

/** A user without personal fields. */
export type UserStatusState = Omit<RegisteredUser, keyof Person | 'registration'>;

/** Returns whether the user was erased, so that its e-mail and `externalId` are free. */
export const isErased = (user: User): boolean => isRegistered(user) && user.email === null;

/** Returns the user with its personal fields, or null for an erased user. */
export const personOf = (user: RegisteredUser): (RegisteredUser & Person) | null =>
  isPerson(user) ? user : null;

const isPerson = (user: RegisteredUser): user is RegisteredUser & Person =>
  user.email !== null && user.firstName !== null && user.lastName !== null && user.country !== null;

/** Returns whether an operator has suspended or closed the user. */
export const isBlocked = <Of extends { readonly status: User['status'] }>(
  user: Of,
): user is Of & Blocked => user.status === 'suspended' || user.status === 'closed';

export const users: Stream<User, UserEvent> = {
  category: 'user',
  initial: { status: 'absent' },
  evolve,
  parse: parseUserEvent,
};

/** Users without personal fields. */
export const userStates = withoutPerson(users);
