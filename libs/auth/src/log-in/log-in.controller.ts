import { Body, Controller, Headers, HttpCode, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { Public } from '#platform/http/caller.js';
import { StringField } from '#platform/http/fields.js';
import type { LoginResult } from '../bearer/session.js';
import { LogIn } from './log-in.command.js';

class LogInBody {
  @StringField() readonly email!: string;
  @StringField() readonly password!: string;
}

@Controller('v1/auth/login')
export class LogInController {
  constructor(private readonly commands: CommandBus) {}

  @Public()
  @Post()
  @HttpCode(200)
  logIn(
    @Headers('api-key') apiKey: string | undefined,
    @Body() { email, password }: LogInBody,
    @Req() { id }: FastifyRequest,
  ): Promise<LoginResult> {
    return this.commands.execute(new LogIn(apiKey ?? '', email, password, id));
  }
}
