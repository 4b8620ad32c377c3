import { emailForms, emailKey } from '#platform/core/email.js';
import { deterministicId } from '#platform/core/ids.js';
import { pause } from '#platform/core/pause.js';
import { conflict, unavailable } from '#platform/core/refused.js';
import { CLAIM_GRACE_MS } from '#platform/core/timing.js';
import { claim, claimFrom, claimId, claims } from '#platform/event-store/claims.js';
import type { Cause, EventStore } from '#platform/event-store/event-store.js';
import { abandonUser, registerUser, requireSameRegistration } from '../user/user.decide.js';
import {
  type RegisteredUser,
  type User,
  type UserDetails,
  isErased,
  isRegistered,
  users,
} from '../user/user.state.js';

export type Registration = {
  readonly user: RegisteredUser;
  readonly created: boolean;
  /** Made, now or earlier, under the id that was asked for, or what that led to. */
  readonly asAsked: boolean;
};

const ROUNDS_MAX = 8;
const GRACE_DOUBLINGS_MAX = 5;

export const externalIdClaim = (partnerId: string, externalId: string): string =>
  claimId('userExternalId', partnerId, externalId);

/**
 * Makes users whose e-mail and externalId are theirs alone, though a creator may die or fall behind
 * at any step. Values are claimed for the user's id first, then the user is appended. A claim holds
 * while its owner has the value or may still get it: whoever wants it closes the stream of an owner
 * that never came, which fails a late creator, and takes the claim over. Then both begin anew.
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

  /** Null: somebody else got in between; begin anew. */
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
      return { user: known, created: false, asAsked };
    }
    if (!(await this.claimEmail(mine, round, cause))) return null;
    const decision = registerUser(mine, new Date());
    const { state, events } = await this.store.transact(users, userId, decision, cause);
    const created = events.length > 0;
    return isRegistered(state) ? { user: state, created, asAsked } : null;
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

  /** The id this externalId stands for; a repeat goes on with the id the first one chose. */
  private async claimExternalId(
    { partnerId, externalId }: UserDetails,
    candidate: string,
    cause: Cause,
  ): Promise<string | null> {
    if (externalId === null) return candidate;
    const id = externalIdClaim(partnerId, externalId);
    const owner = await claim(this.store, id, candidate, new Date(), cause);
    const known = await this.store.load(users, owner);
    if (known.status !== 'abandoned' && !isErased(known)) return owner;
    await claimFrom(this.store, id, owner, candidate, new Date(), cause);
    return null;
  }

  /** False: somebody else got in between. */
  private async claimEmail(
    { userId, partnerId, email }: UserDetails,
    round: number,
    cause: Cause,
  ): Promise<boolean> {
    const idOf = (form: string) => claimId('userEmail', partnerId, form);
    for (const form of emailForms(email).slice(1)) {
      const holder = await this.store.load(claims, idOf(form));
      if (holder !== null && holder !== userId)
        requireOtherEmail(await this.store.load(users, holder), email);
    }
    const id = idOf(emailKey(email));
    const owner = await claim(this.store, id, userId, new Date(), cause);
    if (owner === userId) return true;
    const other = await this.settled(owner, partnerId, round, cause);
    requireOtherEmail(other, email);
    return (await claimFrom(this.store, id, owner, userId, new Date(), cause)) === userId;
  }

  /** The owner of a claim, once it either exists or is closed for ever. */
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
