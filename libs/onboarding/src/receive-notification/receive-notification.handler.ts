import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import { reportVerification } from '#kyc/report-verification/report-verification.js';
import type { Logger } from '#kernel/logger.js';
import { Refused, malformed, unavailable } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import {
  type IdentityNotification,
  type IdentityProvider,
  IdentityUnavailable,
  NotificationRejected,
  NotificationUnreadable,
  PersonUnknown,
} from '#identity/identity-provider.js';
import { type IdentitySubject, subjectOf } from '#identity/identity-subject.js';
import { IDENTITY_PROVIDER, LOGGER } from '#kernel/tokens.js';
import { isRegistered, userStates, users } from '#users/user/user.state.js';
import { reportWatchListHit } from '#users/user/watch-list.decide.js';
import { recordReport } from '../onboarding/onboarding.decide.js';
import { onboardings } from '../onboarding/onboarding.state.js';
import { RETRY_AFTER_PROVIDER_S } from '#kernel/timing.js';

export class ReceiveNotification extends Command<void> {
  constructor(
    readonly headers: Readonly<Record<string, string | string[] | undefined>>,
    readonly rawBody: Buffer,
    readonly requestId: string,
  ) {
    super();
  }
}

/** Stores the notification; a job processes it later. */
@CommandHandler(ReceiveNotification)
export class ReceiveNotificationHandler implements ICommandHandler<ReceiveNotification> {
  constructor(
    private readonly store: EventStore,
    @Inject(IDENTITY_PROVIDER) private readonly provider: IdentityProvider,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute({ headers, rawBody, requestId }: ReceiveNotification): Promise<void> {
    const notification = this.verified(headers, rawBody);
    const subject = await this.subjectOf(notification, requestId);
    // The person belongs to another customer of the provider.
    if (subject === null) return;
    const { userId, verificationId } = subject;
    if (notification.isWatchListHit) await this.reportHit(userId, notification, requestId);
    else if (verificationId === null) await this.reportOnboarding(userId, notification, requestId);
    else await reportVerification(this.store, verificationId, notification, requestId);
  }

  private async reportOnboarding(
    userId: string,
    { messageId, kind, providerRef, ...reported }: IdentityNotification,
    requestId: string,
  ): Promise<void> {
    const user = await this.store.load(userStates, userId);
    if (!isRegistered(user)) return;
    const { partnerId } = user;
    const report = { userId: user.userId, partnerId, messageId, kind, providerRef };
    const decision = recordReport(report, reported, new Date());
    await this.store.transact(
      onboardings,
      user.userId,
      decision,
      causeOf(user, messageId, requestId),
    );
  }

  /** Records the hit from the notification, because the provider's record of the user does not show it. */
  private async reportHit(
    userId: string,
    { messageId, kind }: IdentityNotification,
    requestId: string,
  ): Promise<void> {
    const user = await this.store.load(userStates, userId);
    if (!isRegistered(user)) return;
    const decision = reportWatchListHit({ messageId, kind }, new Date());
    await this.store.transact(users, user.userId, decision, causeOf(user, messageId, requestId));
  }

  private verified(headers: ReceiveNotification['headers'], rawBody: Buffer): IdentityNotification {
    try {
      return this.provider.verifyNotification(headers, rawBody);
    } catch (error) {
      if (error instanceof NotificationUnreadable)
        throw malformed([{ pointer: '', code: 'request_malformed', detail: error.message }]);
      if (!(error instanceof NotificationRejected)) throw error;
      throw new Refused('unauthorized', 'signature_invalid', error.message);
    }
  }

  private async subjectOf(
    { externalId, providerRef, messageId }: IdentityNotification,
    requestId: string,
  ): Promise<IdentitySubject | null> {
    try {
      const id =
        externalId ?? (await this.provider.fetchResult(providerRef, null, requestId)).externalId;
      return id === null ? null : subjectOf(id);
    } catch (error) {
      if (error instanceof PersonUnknown) {
        const about = { messageId, providerRef, correlationId: requestId };
        this.logger.warn(about, 'identity provider sent a notification about an unknown person');
        return null;
      }
      if (!(error instanceof IdentityUnavailable)) throw error;
      throw unavailable(
        'identity_provider_unavailable',
        'Deliver this notification again',
        RETRY_AFTER_PROVIDER_S,
      );
    }
  }
}

const causeOf = (
  { partnerId }: { readonly partnerId: string },
  causationId: string,
  correlationId: string,
) => ({ partnerId, correlationId, causationId, actor: 'provider:identity' });
