import { randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Config } from '#platform/config/config.js';
import { claim, claimFrom, claimId } from '#platform/event-store/claims.js';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import { causeOf } from '#platform/http/caller.js';
import { CONFIG } from '#platform/platform.module.js';
import { Documents } from '#platform/read-models/documents.js';
import { requireNotBlocked, requireUser } from '#users';
import { verificationView } from '../show-verification/show-verification.projection.js';
import { expireUnused, isOpen, startVerification } from '../verification/verification.decide.js';
import { verifications } from '../verification/verification.state.js';
import { StartVerification } from './start-verification.command.js';

const ROUNDS_MAX = 10;

@CommandHandler(StartVerification)
export class StartVerificationHandler implements ICommandHandler<StartVerification> {
  constructor(
    private readonly store: EventStore,
    private readonly documents: Documents,
    @Inject(CONFIG) private readonly config: Pick<Config, 'kycTtlS'>,
  ) {}

  async execute({ caller, userId, ...wanted }: StartVerification) {
    const user = await requireUser(this.store, caller.partnerId, userId);
    requireNotBlocked(user);
    const { verificationType, documentType, country } = wanted;
    const cause = causeOf(caller);
    const slot = claimId('openVerification', user.userId, verificationType);
    const verificationId = await this.takeSlot(slot, cause);
    const now = new Date();
    const terms = {
      ...{ verificationId, partnerId: user.partnerId, userId: user.userId },
      ...{ verificationType, documentType, country },
      expiresAt: new Date(now.getTime() + this.config.kycTtlS * 1_000).toISOString(),
    };
    const decision = startVerification(terms, now);
    await this.store.transact(verifications, verificationId, decision, cause);
    return this.documents.fold(verificationView, verifications, verificationId);
  }

  /**
   * The id under which the user's open verification of this type stands, or may be started: one
   * stream, so one of many starters wins. An id whose starter died is as good as a new one.
   */
  private async takeSlot(slot: string, cause: Cause): Promise<string> {
    let owner = await claim(this.store, slot, randomUUID(), new Date(), cause);
    for (let round = 1; round <= ROUNDS_MAX; round++) {
      if (!(await this.isOver(owner, cause))) return owner;
      owner = await claimFrom(this.store, slot, owner, randomUUID(), new Date(), cause);
    }
    throw new Error('Starting this verification lost every race');
  }

  /** Expires it on the way when its time is over, so that no late upload can wake it. */
  private async isOver(verificationId: string, cause: Cause): Promise<boolean> {
    const now = new Date();
    const decision = expireUnused(now);
    const { state } = await this.store.transact(verifications, verificationId, decision, cause);
    return state.status !== 'absent' && !isOpen(state, now);
  }
}
