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

/** 201 with the new user, or 200 with the one that the externalId stands for. */
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
      again: (kept) => this.again(kept, command),
    });
  }

  /** A user that the externalId led to is no first answer of its own: what was seen is kept. */
  private async register(wantedId: string, { caller, details }: RegisterUser) {
    const wanted = { ...details, userId: wantedId, partnerId: caller.partnerId };
    const registration = await this.registrar.register(wanted, causeOf(caller));
    const { user, created, asAsked, first } = registration;
    const { userId } = user;
    if (asAsked) return { status: 201, body: await this.shown(userId, FIRST, first) };
    if (created) return { status: 201, body: await this.shown(userId, FIRST, first), seen: FIRST };
    const { revision } = await this.store.loadWithRevision(users, userId);
    const seen = revision === 'no_stream' ? FIRST : revision;
    return { status: 200, body: await this.shown(userId, seen), seen };
  }

  private async again({ owner, answered }: IdempotencyRecord, { caller, details }: RegisterUser) {
    if (answered !== null && details.externalId !== null) {
      const claim = externalIdClaim(caller.partnerId, details.externalId);
      const userId = await holderOf(this.store, claim);
      if (userId === null) return null;
      const user = await this.store.load(users, userId);
      // The externalId of who was erased since may be another's by now.
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
