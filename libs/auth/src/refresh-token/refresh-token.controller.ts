import { Body, Controller, Headers, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '#http/endpoint.js';
import { TextField } from '#http/fields.js';
import { BODY_BYTES_MAX, BodyUpTo } from '#http/json-body.js';
import { bearerToken } from '../bearer/bearer-header.js';
import type { BearerPrincipal } from '../bearer/bearer.strategy.js';
import { type LoginResult, loginResult } from '../bearer/session.js';
import { RefreshToken } from './refresh-token.handler.js';

/** Several times the length of a token; longer text cannot be a token. */
const TOKEN_MAX = 4_000;

class RefreshTokenBody {
  @TextField({
    max: TOKEN_MAX,
    about: 'The token of the Authorization header.',
    example: 'eyJhbGciOiJFUzI1NiJ9…',
  })
  readonly authToken!: string;

  @TextField({
    max: TOKEN_MAX,
    about: 'Refresh token that belongs to the authToken.',
    example: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  })
  readonly refreshToken!: string;
}

@Controller('v1/auth/refresh-token')
export class RefreshTokenController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    summary: 'Renew the tokens',
    description:
      'Requires an authToken that has not expired, in both header and body, and its refreshToken. Each refreshToken works once. A second use ends the session. If the response is lost, log in again.',
    answers: { 200: [loginResult, 'New tokens.'] },
  })
  @BodyUpTo(BODY_BYTES_MAX.unauthenticated)
  @Post()
  refreshToken(
    @Headers('authorization') authorization: string,
    @Body() { authToken, refreshToken }: RefreshTokenBody,
    @Req() { user, id }: FastifyRequest & { user: BearerPrincipal },
  ): Promise<LoginResult> {
    const sameToken = bearerToken(authorization) === authToken;
    return this.commands.execute(new RefreshToken(user, sameToken, refreshToken, id));
  }
}
