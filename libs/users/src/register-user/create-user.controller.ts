import { Body, Controller, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { Config } from '#platform/config/config.js';
import { toAlpha3 } from '#platform/core/countries.js';
import type { Fault } from '#platform/core/refused.js';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { Endpoint, refusal } from '#platform/http/endpoint.js';
import { EmailField, StringField } from '#platform/http/fields.js';
import type { JudgesContent } from '#platform/http/request.pipe.js';
import { Keyed, type KeyedRequest, told } from '#platform/idempotency/keyed-request.js';
import {
  NameField,
  PhoneField,
  birthFaults,
  countryFault,
  isTradingCountry,
} from '../user/person-fields.js';
import { userAnswer, userView } from '../user-list/user.view.js';
import { RegisterUser } from './register-user.command.js';

class CreateUserBody implements JudgesContent {
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

  contentFaults({ tradingCountries }: Config): Fault[] {
    const supported = isTradingCountry(this.country, tradingCountries);
    return [
      ...birthFaults(this.dateOfBirth, new Date()),
      ...(supported ? [] : [countryFault('/country', 'two')]),
    ];
  }
}

@Controller('v1/users')
export class CreateUserController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  @Endpoint({
    id: 'createUser',
    tag: 'Users',
    summary: 'Create a user',
    description:
      'Makes the same kind of user as `POST /v1/user`. There is no `externalId` here: send an ' +
      '`Idempotency-Key`, or a repeat after a lost answer meets `email_already_exists`.',
    answers: { 201: [userAnswer, 'The new user, which waits for its identity to be verified.'] },
    refuses: [
      refusal(409, 'email_already_exists', 'Another of your users has this e-mail.'),
      refusal(422, 'country_not_supported', 'There is no trading with this country.'),
      refusal(422, 'date_invalid', 'No real date of birth.'),
      refusal(422, 'user_too_young', 'Under 18 today (UTC).'),
    ],
    idempotencyKey: true,
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Keyed() keyed: KeyedRequest | null,
    @Body() body: CreateUserBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { email, firstName, lastName, dateOfBirth, country, phoneNumber } = body;
    const details = { externalId: null, email, firstName, lastName, dateOfBirth };
    const reach = { country: toAlpha3(country), phone: phoneNumber };
    const command = new RegisterUser(caller, keyed, { ...details, ...reach });
    return userView(told(reply, await this.commands.execute(command)));
  }
}
