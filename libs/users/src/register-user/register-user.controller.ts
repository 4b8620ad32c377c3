import { Body, Controller, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { Config } from '#platform/config/config.js';
import type { Fault } from '#platform/core/refused.js';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { Endpoint, refusal } from '#platform/http/endpoint.js';
import { EmailField, TextField } from '#platform/http/fields.js';
import type { JudgesContent } from '#platform/http/request.pipe.js';
import { RegisterUser } from './register-user.command.js';
import { toUserView, user as userSchema } from './user.view.js';

const OWN_ID = 'Your own id for the user, unique for ever: it makes a repeated request harmless.';
const COUNTRY = 'ISO 3166-1 alpha-3, one of `GET /v1/onboarding/trading-countries`.';

class RegisterUserBody implements JudgesContent {
  @TextField({ max: 50, optional: true, about: OWN_ID, example: 'customer-4711' })
  readonly externalId?: string;

  @TextField({ max: 100, about: 'Given name, in any script.', example: 'Ada' })
  readonly name!: string;

  @TextField({ max: 100, about: 'Family name, in any script.', example: 'Lovelace' })
  readonly familyName!: string;

  @EmailField({ about: 'Unique among your users, whatever the case.', example: 'ada@example.com' })
  readonly email!: string;

  @TextField({ max: 3, code: 'country_not_supported', about: COUNTRY, example: 'USA' })
  readonly countryCode!: string;

  contentFaults({ tradingCountries }: Config): Fault[] {
    if (tradingCountries.includes(this.countryCode)) return [];
    const detail = 'must be one of GET /v1/onboarding/trading-countries';
    return [{ pointer: '/countryCode', code: 'country_not_supported', detail }];
  }
}

@Controller('v1/user')
export class RegisterUserController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    id: 'registerUser',
    tag: 'Users',
    summary: 'Register a user',
    description:
      'Makes an end user. With an `externalId` a repeat of the same request returns the same user and makes no second one.',
    answers: {
      200: [userSchema, 'The user this `externalId` made before; nothing was created.'],
      201: [userSchema, 'The new user.'],
    },
    refuses: [
      refusal(409, 'email_already_exists', 'Another user of yours has this e-mail.'),
      refusal(409, 'external_id_already_exists', 'This `externalId` was used with other details.'),
    ],
  })
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
