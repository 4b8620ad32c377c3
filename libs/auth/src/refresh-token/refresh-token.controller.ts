import { Body, Controller, Headers, HttpCode, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { StringField } from '#platform/http/fields.js';
import type { BearerPrincipal } from '../bearer/bearer.strategy.js';
import type { LoginResult } from '../bearer/session.js';
import { RefreshToken } from './refresh-token.command.js';

class RefreshTokenBody {
  @StringField() readonly authToken!: string;
  @StringField() readonly refreshToken!: string;
}

@Controller('v1/auth/refresh-token')
export class RefreshTokenController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  @HttpCode(200)
  refresh(
    @Headers('authorization') authorization: string,
    @Body() { authToken, refreshToken }: RefreshTokenBody,
    @Req() { user }: FastifyRequest & { user: BearerPrincipal },
  ): Promise<LoginResult> {
    const presented = authorization.slice(authorization.indexOf(' ') + 1);
    return this.commands.execute(new RefreshToken(user, presented === authToken, refreshToken));
  }
}
