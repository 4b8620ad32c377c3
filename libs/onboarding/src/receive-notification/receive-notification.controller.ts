import { Controller, Post, type RawBodyRequest, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { flag, object } from '#http/response-schemas.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { SignedBody, Public } from '#http/authenticated-by.js';
import { BodyUpTo } from '#http/json-body.js';
import { ReceiveNotification } from './receive-notification.handler.js';

const notification = z.record(z.string(), z.unknown()).meta({
  description: 'The provider’s own format.',
  examples: [{ event: 'onboarding.completed' }],
});

const received = object(
  'NotificationReceived',
  'The notification is stored and will be processed.',
  {
    received: flag('The notification is stored.', true),
  },
);

/**
 * Limit of a notification, about a hundred times the usual size. A notification that lists all fields
 * of a vault has a few kilobytes.
 */
const NOTIFICATION_BYTES_MAX = 64 * 1024;

/** The identity provider's webhook. Its signature is its credential. */
@Controller('v1/webhooks/identity')
export class ReceiveNotificationController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    summary: 'Notifications of the identity provider',
    description:
      'Not for partners: the identity provider calls it, and signs each call (`svix-id`, `svix-timestamp`, `svix-signature`). Notifications about unknown users are acknowledged, too.',
    credential: 'signature',
    body: notification,
    answers: { 200: [received, 'Stored.'] },
    refuses: [
      refusal(401, 'signature_invalid', 'The signature is wrong or too old.'),
      refusal(503, 'identity_provider_unavailable', 'Deliver it again.'),
    ],
  })
  @Public()
  @SignedBody()
  @BodyUpTo(NOTIFICATION_BYTES_MAX)
  @Post()
  async receiveIdentityNotification(
    @Req() { headers, rawBody, id }: RawBodyRequest<FastifyRequest>,
  ) {
    await this.commands.execute(new ReceiveNotification(headers, rawBody ?? Buffer.alloc(0), id));
    return { received: true };
  }
}
