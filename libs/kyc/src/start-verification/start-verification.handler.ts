import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, causeOf } from '#http/caller.js';
import type { IdempotentResponse } from '#kernel/idempotency/idempotent-response.js';
import type { KeyedRequest } from '#kernel/idempotency/keyed-request.js';
import { startedView } from '../show-verification/verification.view.js';
import {
  type VerificationTerms,
  isStarted,
  verifications,
} from '../verification/verification.state.js';
import { randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import type { Config } from '#config/config.js';
import { unavailable } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { IdempotencyKeys } from '#kernel/idempotency/idempotency-keys.js';
import { CONFIG } from '#kernel/tokens.js';
import { requireNotBlocked, requireUser } from '#users/user/require-user.js';
import { startVerification } from '../verification/verification.decide.js';
import { claimOpenSlot } from './open-slot.js';

/** Fields of a partner's request; `country` is ISO 3166 alpha-2. */
export type RequestedVerification = Pick<
  VerificationTerms,
  'userId' | 'verificationType' | 'documentType' | 'country'
>;

export class StartVerification extends Command<IdempotentResponse<ReturnType<typeof startedView>>> {
  constructor(
    readonly caller: Caller,
    readonly keyed: KeyedRequest | null,
    readonly requested: RequestedVerification,
  ) {
    super();
  }
}

@CommandHandler(StartVerification)
export class StartVerificationHandler implements ICommandHandler<StartVerification> {
  constructor(
    private readonly store: EventStore,
    private readonly keys: IdempotencyKeys,
    @Inject(CONFIG) private readonly config: Pick<Config, 'kycTtlS'>,
  ) {}

  execute({ caller, keyed, requested }: StartVerification) {
    return this.keys.answer(keyed, causeOf(caller), {
      owner: randomUUID,
      make: async (id) => ({ status: 201, body: await this.start(id, caller, requested) }),
      again: async ({ owner }) => {
        const known = await this.store.load(verifications, owner);
        return isStarted(known) ? { status: 201, body: startedView(known) } : null;
      },
    });
  }

  private async start(verificationId: string, caller: Caller, requested: RequestedVerification) {
    const user = await requireUser(this.store, caller.partnerId, requested.userId);
    requireNotBlocked(user);
    const { userId, partnerId } = user;
    const about = { ...requested, verificationId, userId, partnerId };
    await claimOpenSlot(this.store, about, causeOf(caller));
    const now = new Date();
    const terms = { ...about, expiresAt: this.expiryAfter(now) };
    const decision = startVerification(terms, now);
    const committed = await this.store.transact(
      verifications,
      verificationId,
      decision,
      causeOf(caller),
    );
    if (isStarted(committed.state)) return startedView(committed.state);
    throw unavailable('temporarily_unavailable', 'The request took too long. Try again.');
  }

  private expiryAfter(now: Date): VerificationTerms['expiresAt'] {
    return new Date(now.getTime() + this.config.kycTtlS * 1_000).toISOString();
  }
}
