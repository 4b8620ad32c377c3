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
      'Ends the sign-in that this token is of: within a second neither this authToken nor its refreshToken, nor any earlier one, opens anything. Other sign-ins of the same user go on.',
    answers: { 204: [nothing, 'Logged out.'] },
  })
  @Post()
  logOut(@Req() { user, id }: FastifyRequest & { user: BearerPrincipal }): Promise<void> {
    return this.commands.execute(new LogOut(user, id));
  }
}
