import { Body, Controller, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { AuthenticatedBy, Public } from '#http/authenticated-by.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { TextField } from '#http/fields.js';
import {
  ApiKeyAuthenticator,
  CurrentKey,
  type KeyHolder,
} from '../api-key/api-key.authenticator.js';
import { type LoginResult, loginResult } from '../bearer/session.js';
import { LogIn } from './log-in.handler.js';

/** Far above the length of any e-mail or password. */
const CREDENTIAL_MAX = 1_000;

class LogInBody {
  @TextField({
    max: CREDENTIAL_MAX,
    about: 'E-mail of a partner user.',
    example: 'integration@partner.example',
  })
  readonly email!: string;

  @TextField({
    max: CREDENTIAL_MAX,
    about: 'Password issued by the operator.',
    example: 'correct-horse-battery',
  })
  readonly password!: string;
}

@Controller('v1/auth/login')
export class LogInController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    summary: 'Log in',
    description: 'Exchanges an API key and the credentials of a partner user for tokens.',
    credential: 'apiKey',
    answers: { 200: [loginResult, 'Logged in.'] },
    refuses: [
      refusal(401, 'invalid_credentials', 'The API key or the password is not valid.'),
      refusal(
        429,
        'too_many_attempts',
        'Five wrong passwords for this user, or fifty failures with this API key, in 15 minutes.',
      ),
      refusal(
        404,
        'user_not_found',
        'The API key is valid, but you do not have a user with this e-mail.',
      ),
    ],
  })
  @Public()
  @AuthenticatedBy(ApiKeyAuthenticator)
  @Post()
  logIn(
    @CurrentKey() key: KeyHolder,
    @Body() { email, password }: LogInBody,
    @Req() { id }: FastifyRequest,
  ): Promise<LoginResult> {
    return this.commands.execute(new LogIn(key, email, password, id));
  }
}
