import { Body, Controller, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { Config } from '#platform/config/config.js';
import type { Fault } from '#platform/core/refused.js';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { EmailField, TextField } from '#platform/http/fields.js';
import type { JudgesContent } from '#platform/http/request.pipe.js';
import { RegisterUser } from './register-user.command.js';
import { toUserView } from './user.view.js';

class RegisterUserBody implements JudgesContent {
  @TextField({ max: 50, optional: true }) readonly externalId?: string;
  @TextField({ max: 100 }) readonly name!: string;
  @TextField({ max: 100 }) readonly familyName!: string;
  @EmailField() readonly email!: string;
  @TextField({ max: 3, code: 'country_not_supported' }) readonly countryCode!: string;

  contentFaults({ tradingCountries }: Config): Fault[] {
    if (tradingCountries.includes(this.countryCode)) return [];
    const detail = 'must be one of GET /v1/onboarding/trading-countries';
    return [{ pointer: '/countryCode', code: 'country_not_supported', detail }];
  }
}

@Controller('v1/user')
export class RegisterUserController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  async register(
    @CurrentCaller() caller: Caller,
    @Body() body: RegisterUserBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { externalId = null, name, familyName, email, countryCode } = body;
    const { user, created } = await this.commands.execute(
      new RegisterUser(caller, {
        externalId,
        email,
        firstName: name,
        lastName: familyName,
        country: countryCode,
        phone: null,
        dateOfBirth: null,
      }),
    );
    void reply.status(created ? 201 : 200);
    return toUserView(user);
  }
}
