import { randomUUID } from 'node:crypto';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { pause } from '#platform/core/pause.js';
import { conflict } from '#platform/core/refused.js';
import { claim, claimFrom, claimId } from '#platform/event-store/claims.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { WrongExpectedRevision } from '#platform/event-store/event-log.js';
import { causeOf } from '#platform/http/caller.js';
import { abandonUser, registerUser } from '../user/user.decide.js';
import { type User, isRegistered, users } from '../user/user.state.js';
import { RegisterUser, type Registration } from './register-user.command.js';

const ROUNDS_MAX = 10;
/** A creator usually follows its claim within a millisecond; only then is it called dead. */
const GRACE_MS = [5, 20, 80];

/**
 * Claims first, then the user under the id chosen then. Whoever finds a claim whose owner never
 * came to exist closes that owner's stream and takes over; a late creator then fails and begins anew.
 */
@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  constructor(private readonly store: EventStore) {}

  async execute(command: RegisterUser): Promise<Registration> {
    for (let round = 1; round <= ROUNDS_MAX; round++) {
      const registration = await this.tryOnce(command);
      if (registration !== null) return registration;
      await pause(Math.random() * 10 * round);
    }
    throw new Error('Registering this user lost every race');
  }

  private async tryOnce(command: RegisterUser): Promise<Registration | null> {
    const { caller, details } = command;
    const userId = await this.claimExternalId(command, randomUUID());
    if (userId === null || !(await this.claimEmail(command, userId))) return null;
    const user = { ...details, userId, partnerId: caller.partnerId };
    const decision = registerUser(user, new Date());
    const { state, events } = await this.store.transact(users, userId, decision, causeOf(caller));
    return isRegistered(state) ? { user: state, created: events.length > 0 } : null;
  }

  /** The id this externalId stands for; a repeat goes on with the id the first one chose. */
  private async claimExternalId(
    { caller, details }: RegisterUser,
    candidate: string,
  ): Promise<string | null> {
    if (details.externalId === null) return candidate;
    const cause = causeOf(caller);
    const id = claimId('userExternalId', caller.partnerId, details.externalId);
    const owner = await claim(this.store, id, candidate, new Date(), cause);
    const { status } = await this.store.load(users, owner);
    if (status !== 'abandoned') return owner;
    await claimFrom(this.store, id, owner, candidate, new Date(), cause);
    return null;
  }

  /** False: somebody else got in between; begin anew. */
  private async claimEmail({ caller, details }: RegisterUser, userId: string): Promise<boolean> {
    const cause = causeOf(caller);
    const id = claimId('userEmail', caller.partnerId, details.email.toLowerCase());
    const owner = await claim(this.store, id, userId, new Date(), cause);
    if (owner === userId) return true;
    const other = await this.settled(owner, caller.partnerId, cause);
    if (isRegistered(other)) throw await this.emailTaken(userId, details);
    return (await claimFrom(this.store, id, owner, userId, new Date(), cause)) === userId;
  }

  /** A repeat with an externalId that is taken says so rather than speaking of the e-mail. */
  private async emailTaken(userId: string, { externalId }: RegisterUser['details']) {
    const mine = await this.store.load(users, userId);
    return externalId !== null && isRegistered(mine)
      ? conflict(
          'external_id_already_exists',
          'This externalId belongs to a user with other details',
        )
      : conflict('email_already_exists', 'A user with this e-mail exists already');
  }

  /** The owner of a claim, once it either exists or is closed for ever. */
  private async settled(
    owner: string,
    partnerId: string,
    cause: ReturnType<typeof causeOf>,
  ): Promise<User> {
    for (const ms of GRACE_MS) {
      const user = await this.store.load(users, owner);
      if (user.status !== 'absent') return user;
      await pause(ms);
    }
    try {
      const decision = abandonUser(owner, partnerId, new Date());
      return (await this.store.transact(users, owner, decision, cause)).state;
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
      return this.store.load(users, owner);
    }
  }
}
