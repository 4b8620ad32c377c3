import type { Stream } from '#platform/event-store/stream.js';
import { type UserEvent, parseUserEvent } from './user.events.js';

export type UserDetails = {
  readonly userId: string;
  readonly partnerId: string;
  readonly externalId: string | null;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly country: string;
  readonly phone: string | null;
  readonly dateOfBirth: string | null;
};

export type UserStatus = 'pending_verification' | 'active' | 'suspended' | 'closed';

export type RegisteredUser = UserDetails & {
  readonly status: UserStatus;
  readonly identity: 'pending' | 'verified' | 'rejected';
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type User =
  { readonly status: 'absent' } | { readonly status: 'abandoned' } | RegisteredUser;

const evolve = (user: User, event: UserEvent): User => {
  switch (event.type) {
    case 'UserRegistered': {
      const { at, ...details } = event.data;
      const status = 'pending_verification';
      return { ...details, status, identity: 'pending', createdAt: at, updatedAt: at };
    }
    case 'UserAbandoned':
      return { status: 'abandoned' };
    case 'UserIdentityVerified': {
      const { status, at } = event.data;
      return { ...registered(user), status, identity: 'verified', updatedAt: at };
    }
    case 'UserIdentityRejected':
      return { ...registered(user), identity: 'rejected', updatedAt: event.data.at };
  }
};

const registered = (user: User): RegisteredUser => {
  if (!isRegistered(user)) throw new Error('An event about a user that was never registered');
  return user;
};

export const isRegistered = (user: User): user is RegisteredUser =>
  user.status !== 'absent' && user.status !== 'abandoned';

export const users: Stream<User, UserEvent> = {
  category: 'user',
  initial: { status: 'absent' },
  evolve,
  parse: parseUserEvent,
};
