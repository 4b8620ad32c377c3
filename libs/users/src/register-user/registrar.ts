import { emailKey } from '#kernel/email.js';
import { deterministicId } from '#kernel/ids.js';
import { pause } from '#kernel/concurrency/pause.js';
import { conflict, unavailable } from '#kernel/refused.js';
import { claim, claimFrom, claimId, holderOf } from '#kernel/event-store/claims.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import type { Cause, EventStore } from '#kernel/event-store/event-store.js';
import { abandonUser, registerUser, requireSameRegistration } from '../user/user.decide.js';
import {
  type RegisteredUser,
  type User,
  type UserDetails,
  isErased,
  isRegistered,
  users,
} from '../user/user.state.js';

/** Pauses before another creator takes over a claim without a user, in milliseconds. */
const CLAIM_GRACE_MS = [5, 20, 80];

export type Registration = {
  readonly user: RegisteredUser;
  readonly created: boolean;
  /** The user has the requested id, or the id that replaces it. False for the user of another request. */
  readonly isOwnUser: boolean;
  /** The user's first event if this call appended it, else null. */
  readonly first: RecordedEvent | null;
};

const ROUNDS_MAX = 8;
const GRACE_DOUBLINGS_MAX = 5;

export const externalIdClaim = (partnerId: string, externalId: string): string =>
  claimId('userExternalId', partnerId, externalId);

const emailClaim = (partnerId: string, email: string): string =>
  claimId('userEmail', partnerId, emailKey(email));

/** Returns the id of the user that holds or claims this e-mail, or null. */
export const emailHolder = (
  store: EventStore,
  partnerId: string,
  email: string,
): Promise<string | null> => holderOf(store, emailClaim(partnerId, email));

/** Returns the user with this `externalId`, or null. */
export const userByExternalId = async (
  store: EventStore,
  partnerId: string,
  externalId: string,
): Promise<RegisteredUser | null> => {
  const holder = await holderOf(store, externalIdClaim(partnerId, externalId));
  const user = holder === null ? null : await store.load(users, holder);
  return user !== null && isRegistered(user) && user.externalId === externalId ? user : null;
};

/**
 * Creates users with a unique e-mail and `externalId`, although a creator may die or pause at any
 * step. The registrar claims the values for the user's id first, then appends the user. A claim holds
 * while its owner has the value or may still get it. If the owner's user does not appear, another
 * creator closes the owner's stream and takes over the claim. The late creator then fails and begins
 * again.
 */
export class Registrar {
  constructor(
    private readonly store: EventStore,
    private readonly wait: (ms: number) => Promise<unknown> = pause,
  ) {}

  /**
   * Registers the user, or returns the existing user of the same id or `externalId`.
   * @throws {Refused} `email_already_exists`, `external_id_already_exists`, or 503 after eight
   * conflicts with other creators
   */
  async register(details: UserDetails, cause: Cause): Promise<Registration> {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const registration = await this.tryOnce(details, round, cause);
      if (registration !== null) return registration;
      await this.wait(Math.random() * 10 * 2 ** round);
    }
    throw unavailable(
      'temporarily_unavailable',
      'Too many requests register the same user at once. Try again.',
    );
  }

  /** Returns null if another creator interfered, so that the caller begins again. */
  private async tryOnce(
    details: UserDetails,
    round: number,
    cause: Cause,
  ): Promise<Registration | null> {
    const candidate = await this.idFor(details.userId);
    const userId = await this.claimExternalId(details, candidate, cause);
    if (userId === null) return null;
    const own = { ...details, userId };
    const isOwnUser = userId === candidate;
    const known = await this.store.load(users, userId);
    if (isRegistered(known)) {
      requireSameRegistration(known, own);
      return { user: known, created: false, isOwnUser, first: null };
    }
    if (!(await this.claimEmail(own, round, cause))) return null;
    const decision = registerUser(own, new Date());
    const { state, events, recorded } = await this.store.transact(users, userId, decision, cause);
    const created = events.length > 0;
    return isRegistered(state) ? { user: state, created, isOwnUser, first: recorded } : null;
  }

  /**
   * Returns the requested id, or its replacement if its stream is closed. Replacements are
   * deterministic, so a repeat finds its user.
   */
  async idFor(requested: string): Promise<string> {
    let id = requested;
    for (let step = 0; step < ROUNDS_MAX; step++) {
      if ((await this.store.load(users, id)).status !== 'abandoned') return id;
      id = deterministicId('user-instead-of', id);
    }
    throw new Error(`All replacements of the id ${requested} are closed`);
  }

  /**
   * Returns the user id that holds the claim of the `externalId`; a repeat continues with the first
   * request's id. Returns null after it took over the claim of a closed or erased user.
   */
  private async claimExternalId(
    { partnerId, externalId }: UserDetails,
    candidate: string,
    cause: Cause,
  ): Promise<string | null> {
    if (externalId === null) return candidate;
    const name = await this.store.lookUps.ofClaim(externalIdClaim(partnerId, externalId));
    const owner = await claim(this.store, name, candidate, new Date(), cause);
    const user = await this.store.load(users, owner);
    if (user.status !== 'abandoned' && !isErased(user)) return owner;
    await claimFrom(this.store, name, owner, candidate, new Date(), cause);
    return null;
  }

  /** Returns false if another creator got the claim in between. */
  private async claimEmail(
    { userId, partnerId, email }: UserDetails,
    round: number,
    cause: Cause,
  ): Promise<boolean> {
    const name = await this.store.lookUps.ofClaim(emailClaim(partnerId, email));
    const owner = await claim(this.store, name, userId, new Date(), cause);
    if (owner === userId) return true;
    requireOtherEmail(await this.settled(owner, partnerId, round, cause), email);
    return (await claimFrom(this.store, name, owner, userId, new Date(), cause)) === userId;
  }

  /** Returns the owner of a claim after the owner exists or is permanently closed. */
  private async settled(
    owner: string,
    partnerId: string,
    round: number,
    cause: Cause,
  ): Promise<User> {
    const factor = 2 ** Math.min(round, GRACE_DOUBLINGS_MAX);
    for (const ms of CLAIM_GRACE_MS) {
      const user = await this.store.load(users, owner);
      if (user.status !== 'absent') return user;
      await this.wait(ms * factor);
    }
    const decision = abandonUser(owner, partnerId, new Date());
    return (await this.store.transact(users, owner, decision, cause)).state;
  }
}

const requireOtherEmail = (user: User, email: string): void => {
  if (isRegistered(user) && user.email !== null && emailKey(user.email) === emailKey(email))
    throw conflict('email_already_exists', 'A user with this e-mail exists already');
};
