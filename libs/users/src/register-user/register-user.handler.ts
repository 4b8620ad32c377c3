import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, causeOf } from '#http/caller.js';
import type { IdempotentResponse } from '#kernel/idempotency/idempotent-response.js';
import type { KeyedRequest } from '#kernel/idempotency/keyed-request.js';
import { type UserRow, userRows } from '../user-list/user-list.projection.js';
import { type UserDetails, isErased, isRegistered, users } from '../user/user.state.js';
import { randomUUID } from 'node:crypto';
import { holderOf } from '#kernel/event-store/claims.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { IdempotencyKeys } from '#kernel/idempotency/idempotency-keys.js';
import type { IdempotencyRecord } from '#kernel/idempotency/idempotency-record.state.js';
import { Rows } from '#read-models/rows.js';
import { requireSameRegistration } from '../user/user.decide.js';
import { Registrar, externalIdClaim } from './registrar.js';

/** Responds 201 with the new user, or 200 with the existing user of the `externalId`. */
export class RegisterUser extends Command<IdempotentResponse<UserRow>> {
  constructor(
    readonly caller: Caller,
    readonly keyed: KeyedRequest | null,
    readonly details: Omit<UserDetails, 'userId' | 'partnerId'>,
  ) {
    super();
  }
}

const FIRST = 0n;

@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  private readonly registrar: Registrar;

  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
    private readonly keys: IdempotencyKeys,
  ) {
    this.registrar = new Registrar(store);
  }

  execute(command: RegisterUser) {
    return this.keys.answer(command.keyed, causeOf(command.caller), {
      owner: randomUUID,
      make: (userId) => this.register(userId, command),
      again: (record) => this.repeat(record, command),
    });
  }

  /**
   * Registers the user. If the `externalId` selects the user of another request, `seen` stores the
   * revision that this response shows, so that a repeat returns the same state.
   */
  private async register(ownId: string, { caller, details }: RegisterUser) {
    const own = { ...details, userId: ownId, partnerId: caller.partnerId };
    const registration = await this.registrar.register(own, causeOf(caller));
    const { created, isOwnUser, first } = registration;
    const { userId } = registration.user;
    if (isOwnUser) return { status: 201, body: await this.shown(userId, FIRST, first) };
    if (created) return { status: 201, body: await this.shown(userId, FIRST, first), seen: FIRST };
    const { revision } = await this.store.loadWithRevision(users, userId);
    const seen = revision === 'no_stream' ? FIRST : revision;
    return { status: 200, body: await this.shown(userId, seen), seen };
  }

  private async repeat({ owner, answered }: IdempotencyRecord, { caller, details }: RegisterUser) {
    if (answered !== null && details.externalId !== null) {
      const claim = externalIdClaim(caller.partnerId, details.externalId);
      const userId = await holderOf(this.store, claim);
      if (userId === null) return null;
      const user = await this.store.load(users, userId);
      // After an erasure, another user may have the externalId.
      if (isRegistered(user) && !isErased(user))
        requireSameRegistration(user, { ...details, userId, partnerId: caller.partnerId });
      return { status: answered.status, body: await this.shown(userId, answered.seen) };
    }
    const userId = await this.registrar.idFor(owner);
    if (!isRegistered(await this.store.load(users, userId))) return null;
    return { status: 201, body: await this.shown(userId, FIRST) };
  }

  private shown(userId: string, upTo: bigint, first: RecordedEvent | null = null) {
    return this.rows.fold(userRows, userId, upTo, first);
  }
}
