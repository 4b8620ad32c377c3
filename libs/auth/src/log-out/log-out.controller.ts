import { Controller, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { Endpoint, nothing } from '#http/endpoint.js';
import type { BearerPrincipal } from '../bearer/bearer.strategy.js';
import { LogOut } from './log-out.handler.js';

@Controller('v1/auth/logout')
export class LogOutController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    summary: 'Log out',
    description:
      'Ends the session of this token. Within a second, all authTokens and refreshTokens of the session are invalid. Other sessions of the user continue.',
    answers: { 204: [nothing, 'Logged out.'] },
  })
  @Post()
  logOut(@Req() { user, id }: FastifyRequest & { user: BearerPrincipal }): Promise<void> {
    return this.commands.execute(new LogOut(user, id));
  }
}
