import type { EventStore } from '#kernel/event-store/event-store.js';
import type { RedisClient } from '#redis/script.js';
import type { Role } from '../account/staff-account.events.js';
import {
  type StaffAccount,
  staffAccounts,
  staffStandings,
} from '../account/staff-account.state.js';
import { readSessionToken } from './session-token.js';

export type Lifetimes = {
  /** Time without a request after which a session ends, in seconds. */
  readonly idleS: number;
  /** Longest life of a session, in seconds. */
  readonly sessionS: number;
};

/** A signed-in staff member. */
export type SignedIn = {
  readonly staffId: string;
  readonly email: string;
  readonly role: Role;
  readonly sessionId: string;
  /** Latest end of the session, ISO 8601 UTC. */
  readonly endsAt: string;
};

/**
 * Sessions of staff. The log has their starts and ends. Redis has the sessions in use, and removes
 * idle ones. A wiped Redis signs out all staff, and an older Redis does not restore an ended
 * session.
 */
export class StaffSessions {
  constructor(
    private readonly store: EventStore,
    private readonly redis: RedisClient,
    private readonly lifetimes: Lifetimes,
  ) {}

  /** Restarts the idle time of a session. @throws an error while Redis is unavailable. */
  async use(sessionId: string): Promise<void> {
    await this.redis.set(idleKey(sessionId), '1', 'EX', this.lifetimes.idleS);
  }

  /**
   * Returns the owner of the session; null when the session has ended. `isUse`: a person made the
   * request, not a page that polls. @throws when the log or Redis is unavailable.
   */
  async find(token: string, isUse: boolean): Promise<SignedIn | null> {
    const named = readSessionToken(token);
    if (named === null) return null;
    const { staffId, sessionId } = named;
    const account = await this.store.load(staffStandings, staffId);
    if (account === null || !account.sessions.some((each) => each.sessionId === sessionId))
      return null;
    const email = (await this.store.loadFirst(staffAccounts, staffId))?.email ?? null;
    const signedIn = this.signedIn({ ...account, email }, sessionId);
    if (signedIn === null || Date.parse(signedIn.endsAt) <= Date.now()) return null;
    const key = idleKey(sessionId);
    const seen = isUse
      ? await this.redis.getex(key, 'EX', this.lifetimes.idleS)
      : await this.redis.get(key);
    return seen === null ? null : signedIn;
  }

  /** Returns a session from the log, also if it is idle; null if it has ended. */
  signedIn({ sessions, staffId, email, role }: StaffAccount, sessionId: string): SignedIn | null {
    const session = sessions.find((each) => each.sessionId === sessionId);
    if (session === undefined || email === null) return null;
    const endsAtMs = Date.parse(session.startedAt) + this.lifetimes.sessionS * 1_000;
    return { staffId, email, role, sessionId, endsAt: new Date(endsAtMs).toISOString() };
  }
}

const idleKey = (sessionId: string): string => `staff-idle:${sessionId}`;
