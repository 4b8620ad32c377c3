import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import type { RawBodyRequest } from '@nestjs/common';
import { Public } from '#platform/http/caller.js';
import { ReceiveNotification } from './receive-notification.command.js';

/** The identity provider's webhook. Its signature is its credential. */
@Controller('v1/webhooks/identity')
export class ReceiveNotificationController {
  constructor(private readonly commands: CommandBus) {}

  @Public()
  @Post()
  @HttpCode(200)
  async receive(@Req() { headers, rawBody, id }: RawBodyRequest<FastifyRequest>) {
    await this.commands.execute(new ReceiveNotification(headers, rawBody ?? Buffer.alloc(0), id));
    return { received: true };
  }
}
