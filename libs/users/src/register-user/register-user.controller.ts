import { Body, Controller, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { Config } from '#config/config.js';
import type { FieldError } from '#kernel/refused.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { EmailField, ExternalIdField, StringField } from '#http/fields.js';
import type { SemanticValidator } from '#http/request.pipe.js';
import { Keyed, applyResponse } from '#http/idempotency/keyed-request.js';
import type { KeyedRequest } from '#kernel/idempotency/keyed-request.js';
import { NameField, countryError } from '../user/person-fields.js';
import { registrationAnswer, registrationView } from '../user-list/registration.view.js';
import { RegisterUser } from './register-user.handler.js';

class RegisterUserBody implements SemanticValidator {
  @ExternalIdField({
    optional: true,
    about: 'Your own id for the user, unique among your users.',
    example: 'customer-4712',
  })
  readonly externalId?: string;
  @NameField({ about: 'Given name.', example: 'Alan' }) readonly name!: string;
  @NameField({ about: 'Family name.', example: 'Turing' }) readonly familyName!: string;
  @EmailField({
    about: 'Unique among your users, compared without case.',
    example: 'alan@users.example',
  })
  readonly email!: string;
  @StringField({
    about: 'Three letters, ISO 3166 alpha-3, one of `GET /v1/onboarding/trading-countries`.',
    example: 'USA',
  })
  readonly countryCode!: string;

  contentErrors({ tradingCountries }: Config): FieldError[] {
    return tradingCountries.includes(this.countryCode)
      ? []
      : [countryError('/countryCode', 'three')];
  }
}

@Controller('v1/user')
export class RegisterUserController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  @Endpoint({
    summary: 'Register a user',
    description:
      'Creates the same kind of user as `POST /v1/users`. A repeat with the same `externalId` and ' +
      'the same content returns 200 with the current state of the first user.',
    answers: {
      201: [registrationAnswer, 'The new user.'],
      200: [registrationAnswer, 'The existing user with this `externalId`.'],
    },
    refuses: [
      refusal(409, 'email_already_exists', 'Another of your users has this e-mail.'),
      refusal(409, 'external_id_already_exists', 'Another user was registered with it.'),
      refusal(422, 'country_not_supported', 'The country is not supported.', '/countryCode'),
    ],
    idempotencyKey: true,
  })
  async registerUser(
    @CurrentCaller() caller: Caller,
    @Keyed() keyed: KeyedRequest | null,
    @Body() body: RegisterUserBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { externalId = null, name, familyName, email, countryCode } = body;
    const details = { externalId, email, phone: null, dateOfBirth: null };
    const named = { firstName: name, lastName: familyName, country: countryCode };
    const command = new RegisterUser(caller, keyed, { ...details, ...named });
    return registrationView(applyResponse(reply, await this.commands.execute(command)));
  }
}
