import { randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Config } from '#platform/config/config.js';
import { unavailable } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { type Caller, causeOf } from '#platform/http/caller.js';
import { IdempotencyKeys } from '#platform/idempotency/idempotency-keys.js';
import { CONFIG } from '#platform/platform.module.js';
import { requireNotBlocked, requireUser } from '#users';
import { startedView } from '../show-verification/verification.view.js';
import { startVerification } from '../verification/verification.decide.js';
import {
  type VerificationTerms,
  isStarted,
  verifications,
} from '../verification/verification.state.js';
import { takePlace } from './open-place.js';
import { StartVerification, type WantedVerification } from './start-verification.command.js';

@CommandHandler(StartVerification)
export class StartVerificationHandler implements ICommandHandler<StartVerification> {
  constructor(
    private readonly store: EventStore,
    private readonly keys: IdempotencyKeys,
    @Inject(CONFIG) private readonly config: Pick<Config, 'kycTtlS'>,
  ) {}

  execute({ caller, keyed, wanted }: StartVerification) {
    return this.keys.answer(keyed, causeOf(caller), {
      owner: randomUUID,
      make: async (id) => ({ status: 201, body: await this.start(id, caller, wanted) }),
      again: async ({ owner }) => {
        const known = await this.store.load(verifications, owner);
        return isStarted(known) ? { status: 201, body: startedView(known) } : null;
      },
    });
  }

  private async start(verificationId: string, caller: Caller, wanted: WantedVerification) {
    const user = await requireUser(this.store, caller.partnerId, wanted.userId);
    requireNotBlocked(user);
    const { userId, partnerId } = user;
    const about = { ...wanted, verificationId, userId, partnerId };
    await takePlace(this.store, about, causeOf(caller));
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
    throw unavailable('temporarily_unavailable', 'This start took too long and was given up');
  }

  private expiryAfter(now: Date): VerificationTerms['expiresAt'] {
    return new Date(now.getTime() + this.config.kycTtlS * 1_000).toISOString();
  }
}
