import { emailKey } from '#kernel/email.js';
import { deterministicId } from '#kernel/ids.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import { type Stream, withoutPerson } from '#kernel/event-store/stream.js';
import { type Role, type StaffEvent, parseStaffEvent } from './staff-account.events.js';

/** Sessions of an account. A further sign-in ends the oldest session. */
export const SESSIONS_MAX = 10;

type StaffSession = {
  readonly sessionId: string;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
};

export type StaffAccount = {
  readonly staffId: string;
  /** Null once the person is erased. */
  readonly email: string | null;
  readonly role: Role;
  readonly passwordHash: string;
  readonly sealedSecret: string;
  /** Time step of the last accepted code. Only later codes are accepted. */
  readonly lastStep: number;
  readonly isDisabled: boolean;
  /** Sessions that were not ended, the oldest first. They may have expired. */
  readonly sessions: readonly StaffSession[];
  /** Time at which all known devices were forgotten, ISO 8601 UTC; null if they never were. */
  readonly devicesSince: string | null;
  /**
   * Time of the last sign-in, ISO 8601 UTC, even if its session has ended; null before the first.
   */
  readonly lastSignInAt: string | null;
};

const evolve = (account: StaffAccount | null, event: StaffEvent): StaffAccount | null => {
  if (event.type === 'StaffCreated') {
    const { staffId, email, role, passwordHash, sealedSecret } = event.data;
    const about = { staffId, email, role, passwordHash, sealedSecret };
    const never = { devicesSince: null, lastSignInAt: null };
    return { ...about, lastStep: 0, isDisabled: false, sessions: [], ...never };
  }
  if (account === null) throw new Error(`${event.type} of an account that was never created`);
  switch (event.type) {
    case 'StaffCredentialsReplaced': {
      const { passwordHash, sealedSecret, at: devicesSince } = event.data;
      const credentials = { passwordHash, sealedSecret, lastStep: 0 };
      return { ...account, ...credentials, isDisabled: false, sessions: [], devicesSince };
    }
    case 'StaffPasswordChanged': {
      const { passwordHash, sessionId, step } = event.data;
      const sessions = account.sessions.filter((each) => each.sessionId === sessionId);
      return { ...account, passwordHash, lastStep: step, sessions };
    }
    case 'StaffDisabled':
      return { ...account, isDisabled: true, sessions: [], devicesSince: event.data.at };
    case 'StaffSignedIn': {
      const { sessionId, at: startedAt, step } = event.data;
      const sessions = [...account.sessions, { sessionId, startedAt }].slice(-SESSIONS_MAX);
      return { ...account, lastStep: step, sessions, lastSignInAt: startedAt };
    }
    case 'StaffSignedOut': {
      const { sessionId } = event.data;
      const sessions = account.sessions.filter((each) => each.sessionId !== sessionId);
      return { ...account, sessions };
    }
    case 'StaffSignedOutEverywhere':
      return { ...account, sessions: [], devicesSince: event.data.at };
    case 'StaffActedOnQueue':
      return account;
  }
};

/** Stream of an account, with its sign-ins. The state is null before the account exists. */
export const staffAccounts: Stream<StaffAccount | null, StaffEvent> = {
  category: 'staff',
  initial: null,
  evolve,
  parse: parseStaffEvent,
};

/** Accounts without the e-mail address, for the check of every request. */
export const staffStandings = withoutPerson(staffAccounts);

/**
 * Returns the id by e-mail, so that a sign-in needs no index. The log derives the account's id from
 * it.
 */
export const staffIdOf = (email: string): string => deterministicId('staff', emailKey(email));

/** Returns the id of the account with this address, which may not exist yet. */
export const findStaffId = (store: EventStore, email: string): Promise<string> =>
  store.lookUps.ofId(staffIdOf(email));

/** Context that an encrypted TOTP secret is bound to: it does not decrypt for another account. */
export const boundTo = (staffId: string): string => `staff:${staffId}`;
