import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { reportVerification } from '#kyc';
import type { Logger } from '#platform/core/logger.js';
import { Refused, malformed, unavailable } from '#platform/core/refused.js';
import { RETRY_AFTER_PROVIDER_S } from '#platform/core/timing.js';
import { EventStore } from '#platform/event-store/event-store.js';
import {
  type IdentityNotification,
  type IdentityProvider,
  IdentityUnavailable,
  NotificationRejected,
  NotificationUnreadable,
  PersonUnknown,
} from '#platform/identity/identity-provider.js';
import { type IdentitySubject, subjectOf } from '#platform/identity/identity-subject.js';
import { IDENTITY_PROVIDER, LOGGER } from '#platform/platform.module.js';
import { isRegistered, userStandings } from '#users';
import { recordReport } from '../onboarding/onboarding.decide.js';
import { onboardings } from '../onboarding/onboarding.state.js';
import { ReceiveNotification } from './receive-notification.command.js';

/** Keeps the notification and answers; the queue works it. */
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
    // Somebody else's person: nothing here waits for it.
    if (subject === null) return;
    const { userId, verificationId } = subject;
    if (verificationId === null) await this.reportOnboarding(userId, notification, requestId);
    else await reportVerification(this.store, verificationId, notification, requestId);
  }

  private async reportOnboarding(
    userId: string,
    { messageId, kind, providerRef, ...told }: IdentityNotification,
    requestId: string,
  ): Promise<void> {
    const user = await this.store.load(userStandings, userId);
    if (!isRegistered(user)) return;
    const { partnerId } = user;
    const report = { userId: user.userId, partnerId, messageId, kind, providerRef };
    await this.store.transact(onboardings, user.userId, recordReport(report, told, new Date()), {
      partnerId,
      correlationId: requestId,
      causationId: messageId,
      actor: 'provider:identity',
    });
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
        this.logger.warn(about, 'a notification is about somebody whom its sender does not know');
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
