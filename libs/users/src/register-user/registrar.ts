import { emailForms, emailKey } from '#kernel/email.js';
import { deterministicId } from '#kernel/ids.js';
import { pause } from '#kernel/concurrency/pause.js';
import { conflict, unavailable } from '#kernel/refused.js';
import { claim, claimFrom, claimId, claims, holdersOf } from '#kernel/event-store/claims.js';
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

/**
 * Returns the claims of other forms of the address, which earlier versions treated as different
 * addresses.
 */
const formerClaims = (partnerId: string, email: string): readonly string[] =>
  emailForms(email)
    .slice(1)
    .map((form) => claimId('userEmail', partnerId, form));

/** Returns the ids of users that hold or claim this e-mail, the latest first. */
export const emailHolders = async (
  store: EventStore,
  partnerId: string,
  email: string,
): Promise<readonly string[]> => {
  const former = formerClaims(partnerId, email).map((name) => store.load(claims, name));
  const holders = await holdersOf(store, emailClaim(partnerId, email));
  return [...holders, ...(await Promise.all(former)).filter((holder) => holder !== null)];
};

/** The user that this externalId stands for, null when there is none. */
export const userByExternalId = async (
  store: EventStore,
  partnerId: string,
  externalId: string,
): Promise<RegisteredUser | null> => {
  for (const holder of await holdersOf(store, externalIdClaim(partnerId, externalId))) {
    const user = await store.load(users, holder);
    if (isRegistered(user) && user.externalId === externalId) return user;
  }
  return null;
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

  /**
   * The id this externalId stands for; a repeat goes on with the id the first one chose. Where it has
   * several names the last one decides, which every process that can be at it claims.
   */
  private async claimExternalId(
    { partnerId, externalId }: UserDetails,
    candidate: string,
    cause: Cause,
  ): Promise<string | null> {
    if (externalId === null) return candidate;
    const plain = externalIdClaim(partnerId, externalId);
    const { claimed, asked } = await this.store.lookUps.ofClaim(plain);
    let wanted = candidate;
    for (const name of asked) {
      const holder = await this.store.load(claims, name);
      if (holder !== null && (await this.mayHold(holder))) wanted = holder;
    }
    for (const name of claimed) {
      const owner = await claim(this.store, name, wanted, new Date(), cause);
      if (!(await this.mayHold(owner))) {
        await claimFrom(this.store, name, owner, wanted, new Date(), cause);
        return null;
      }
      wanted = owner;
    }
    return wanted;
  }

  /** Whether the user has what it claimed, or may still get it. */
  private async mayHold(userId: string): Promise<boolean> {
    const user = await this.store.load(users, userId);
    return user.status !== 'abandoned' && !isErased(user);
  }

  /** False: somebody else got in between. */
  private async claimEmail(
    { userId, partnerId, email }: UserDetails,
    round: number,
    cause: Cause,
  ): Promise<boolean> {
    const { claimed, asked } = await this.store.lookUps.ofClaim(emailClaim(partnerId, email));
    for (const name of [...formerClaims(partnerId, email), ...asked]) {
      const holder = await this.store.load(claims, name);
      if (holder !== null && holder !== userId)
        requireOtherEmail(await this.store.load(users, holder), email);
    }
    for (const name of claimed) {
      const owner = await claim(this.store, name, userId, new Date(), cause);
      if (owner === userId) continue;
      const other = await this.settled(owner, partnerId, round, cause);
      requireOtherEmail(other, email);
      if ((await claimFrom(this.store, name, owner, userId, new Date(), cause)) !== userId)
        return false;
    }
    return true;
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
