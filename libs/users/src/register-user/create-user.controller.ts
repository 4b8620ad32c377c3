import { Body, Controller, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { Config } from '#config/config.js';
import { toAlpha3 } from '#kernel/countries.js';
import type { FieldError } from '#kernel/refused.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { EmailField, StringField } from '#http/fields.js';
import type { SemanticValidator } from '#http/request.pipe.js';
import { Keyed, applyResponse } from '#http/idempotency/keyed-request.js';
import type { KeyedRequest } from '#kernel/idempotency/keyed-request.js';
import {
  NameField,
  PhoneField,
  birthErrors,
  countryError,
  isTradingCountry,
} from '../user/person-fields.js';
import { userAnswer, userView } from '../user-list/user.view.js';
import { RegisterUser } from './register-user.handler.js';

class CreateUserBody implements SemanticValidator {
  @EmailField({
    about: 'Unique among your users, compared without case.',
    example: 'grace@users.example',
  })
  readonly email!: string;
  @NameField({ about: 'Given name.', example: 'Grace' }) readonly firstName!: string;
  @NameField({ about: 'Family name.', example: 'Hopper' }) readonly lastName!: string;
  @StringField({ about: 'A real date, 18 to 150 years ago.', example: '1990-12-10' })
  readonly dateOfBirth!: string;
  @StringField({
    about:
      'Two letters, ISO 3166 alpha-2, of a country of `GET /v1/onboarding/trading-countries` (which lists alpha-3).',
    example: 'US',
  })
  readonly country!: string;
  @PhoneField({ about: 'E.164.', example: '+12025550144' }) readonly phoneNumber!: string;

  contentErrors({ tradingCountries }: Config): FieldError[] {
    const supported = isTradingCountry(this.country, tradingCountries);
    return [
      ...birthErrors(this.dateOfBirth, new Date()),
      ...(supported ? [] : [countryError('/country', 'two')]),
    ];
  }
}

@Controller('v1/users')
export class CreateUserController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  @Endpoint({
    summary: 'Create a user',
    description:
      'Creates the same kind of user as `POST /v1/user`, without an `externalId`. Send an ' +
      '`Idempotency-Key`. Without it, a retry after a lost response gets `email_already_exists`.',
    answers: { 201: [userAnswer, 'The new user, whose identity must still be verified.'] },
    refuses: [
      refusal(409, 'email_already_exists', 'Another of your users has this e-mail.'),
      refusal(422, 'country_not_supported', 'The country is not supported.', '/country'),
      refusal(422, 'date_invalid', 'The date of birth is not a real date.', '/dateOfBirth'),
      refusal(422, 'user_too_young', 'Under 18 today (UTC).', '/dateOfBirth'),
    ],
    idempotencyKey: true,
  })
  async createUser(
    @CurrentCaller() caller: Caller,
    @Keyed() keyed: KeyedRequest | null,
    @Body() body: CreateUserBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { email, firstName, lastName, dateOfBirth, country, phoneNumber } = body;
    const details = { externalId: null, email, firstName, lastName, dateOfBirth };
    const contact = { country: toAlpha3(country), phone: phoneNumber };
    const command = new RegisterUser(caller, keyed, { ...details, ...contact });
    return userView(applyResponse(reply, await this.commands.execute(command)));
  }
}
