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
  /** Without a request a session ends after this time. */
  readonly idleS: number;
  /** It ends after this time in any case. */
  readonly sessionS: number;
};

/** One of us, signed in. */
export type SignedIn = {
  readonly staffId: string;
  readonly email: string;
  readonly role: Role;
  readonly sessionId: string;
  /** ISO 8601 UTC; it is over then in any case. */
  readonly endsAt: string;
};

/**
 * The log says which sessions were begun and ended; Redis knows which are in use, and forgets those
 * that are idle. So a wiped Redis signs everybody out, and an older one brings no session back.
 */
export class StaffSessions {
  constructor(
    private readonly store: EventStore,
    private readonly redis: RedisClient,
    private readonly lifetimes: Lifetimes,
  ) {}

  /** From now on it may be idle for so long. @throws when Redis is away. */
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

  /** As the log knows it, whether in use or not; null for a session that was ended. */
  signedIn({ sessions, staffId, email, role }: StaffAccount, sessionId: string): SignedIn | null {
    const session = sessions.find((each) => each.sessionId === sessionId);
    if (session === undefined || email === null) return null;
    const endsAtMs = Date.parse(session.startedAt) + this.lifetimes.sessionS * 1_000;
    return { staffId, email, role, sessionId, endsAt: new Date(endsAtMs).toISOString() };
  }
}

const idleKey = (sessionId: string): string => `staff-idle:${sessionId}`;
