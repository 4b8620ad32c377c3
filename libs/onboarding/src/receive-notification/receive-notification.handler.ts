import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isUuid } from '#platform/core/ids.js';
import { Refused, unavailable } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import {
  type IdentityNotification,
  type IdentityProvider,
  IdentityUnavailable,
  NotificationRejected,
} from '#platform/identity/identity-provider.js';
import { IDENTITY_PROVIDER } from '#platform/platform.module.js';
import { isRegistered, users } from '#users';
import { recordReport } from '../onboarding/onboarding.decide.js';
import { onboardings } from '../onboarding/onboarding.state.js';
import { ReceiveNotification } from './receive-notification.command.js';

/** Keeps the notification and answers; the queue works it. */
@CommandHandler(ReceiveNotification)
export class ReceiveNotificationHandler implements ICommandHandler<ReceiveNotification> {
  constructor(
    private readonly store: EventStore,
    @Inject(IDENTITY_PROVIDER) private readonly provider: IdentityProvider,
  ) {}

  async execute({ headers, rawBody, requestId }: ReceiveNotification): Promise<void> {
    const notification = this.verified(headers, rawBody);
    const userId = await this.userOf(notification, requestId);
    const user = userId === null ? null : await this.store.load(users, userId);
    // Somebody else's person, or one of an older copy: nothing here waits for it.
    if (user === null || !isRegistered(user)) return;
    const { messageId, kind, providerRef } = notification;
    const { partnerId } = user;
    const report = { userId: user.userId, partnerId, messageId, kind, providerRef };
    await this.store.transact(onboardings, user.userId, recordReport(report, new Date()), {
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
      if (!(error instanceof NotificationRejected)) throw error;
      throw new Refused('unauthorized', 'signature_invalid', error.message);
    }
  }

  private async userOf(
    { externalId, providerRef }: IdentityNotification,
    requestId: string,
  ): Promise<string | null> {
    try {
      const id = externalId ?? (await this.provider.fetchResult(providerRef, requestId)).externalId;
      return id !== null && isUuid(id) ? id : null;
    } catch (error) {
      if (!(error instanceof IdentityUnavailable)) throw error;
      throw unavailable('identity_provider_unavailable', 'Deliver this notification again', 5);
    }
  }
}
