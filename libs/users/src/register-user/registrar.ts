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

/** A creator usually follows its claim within these pauses; only after them is it called dead. */
const CLAIM_GRACE_MS = [5, 20, 80];

export type Registration = {
  readonly user: RegisteredUser;
  readonly created: boolean;
  /** Made, now or earlier, under the id that was asked for, or what that led to. */
  readonly asAsked: boolean;
  /** The user's first event, where this call has appended it. */
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

/** The user that this externalId stands for, null when there is none. */
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
 * Creates users with a unique e-mail and externalId, although a creator may die or fall behind at
 * any step. The registrar claims the values for the user's id first, then appends the user. A claim
 * holds while its owner has the value or may still get it. Another creator closes the stream of an
 * owner that never came, which fails the late creator, and takes the claim over. Both creators
 * begin again.
 */
export class Registrar {
  constructor(
    private readonly store: EventStore,
    private readonly wait: (ms: number) => Promise<unknown> = pause,
  ) {}

  /**
   * Asked again with the same id or externalId, it answers with the user made then.
   * @throws {Refused} `email_already_exists`, `external_id_already_exists`.
   */
  async register(details: UserDetails, cause: Cause): Promise<Registration> {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const registration = await this.tryOnce(details, round, cause);
      if (registration !== null) return registration;
      await this.wait(Math.random() * 10 * 2 ** round);
    }
    throw unavailable('temporarily_unavailable', 'Too many ask for the same user. Try again.');
  }

  /** Returns null if another creator interfered; begin again. */
  private async tryOnce(
    details: UserDetails,
    round: number,
    cause: Cause,
  ): Promise<Registration | null> {
    const candidate = await this.idFor(details.userId);
    const userId = await this.claimExternalId(details, candidate, cause);
    if (userId === null) return null;
    const mine = { ...details, userId };
    const asAsked = userId === candidate;
    const known = await this.store.load(users, userId);
    if (isRegistered(known)) {
      requireSameRegistration(known, mine);
      return { user: known, created: false, asAsked, first: null };
    }
    if (!(await this.claimEmail(mine, round, cause))) return null;
    const decision = registerUser(mine, new Date());
    const { state, events, recorded } = await this.store.transact(users, userId, decision, cause);
    const created = events.length > 0;
    return isRegistered(state) ? { user: state, created, asAsked, first: recorded } : null;
  }

  /** The id, or what a closed one leads to: always the same, so that a repeat finds its user. */
  async idFor(wanted: string): Promise<string> {
    let id = wanted;
    for (let step = 0; step < ROUNDS_MAX; step++) {
      if ((await this.store.load(users, id)).status !== 'abandoned') return id;
      id = deterministicId('user-instead-of', id);
    }
    throw new Error(`Every id that ${wanted} leads to was closed`);
  }

  /** Returns the id that this externalId stands for: a repeat continues with the first one's id. */
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

  /** False: somebody else got in between. */
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
    const patience = 2 ** Math.min(round, GRACE_DOUBLINGS_MAX);
    for (const ms of CLAIM_GRACE_MS) {
      const user = await this.store.load(users, owner);
      if (user.status !== 'absent') return user;
      await this.wait(ms * patience);
    }
    const decision = abandonUser(owner, partnerId, new Date());
    return (await this.store.transact(users, owner, decision, cause)).state;
  }
}

const requireOtherEmail = (user: User, email: string): void => {
  if (isRegistered(user) && user.email !== null && emailKey(user.email) === emailKey(email))
    throw conflict('email_already_exists', 'A user with this e-mail exists already');
};
