import { Body, Controller, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { isDate, isTooLongAgo, isTooYoung } from '#kernel/dates.js';
import type { Config } from '#config/config.js';
import type { FieldError } from '#kernel/refused.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { StringField } from '#http/fields.js';
import type { SemanticValidator } from '#http/request.pipe.js';
import { userNotActive, userNotFound } from '#users/user/require-user.js';
import { IssueSession, onboardingSession } from './issue-session.handler.js';

const optional = true;
const ADDRESS_CHARS_MAX = 255;
/** Limit of the broker. */
const STATE_CHARS_MAX = 50;

/** An empty string means that the partner does not have the value. */
class SessionBody implements SemanticValidator {
  @StringField({ optional, about: 'YYYY-MM-DD, 18 to 150 years ago.', example: '1990-05-15' })
  readonly dateOfBirth?: string;

  @StringField({ optional, about: '`M`, `F` or `X`.', example: 'F' })
  readonly gender?: string;

  @StringField({ optional, about: '`S`, `M`, `D` or `W`.', example: 'S' })
  readonly maritalStatus?: string;

  @StringField({ optional, about: 'State, at most 50 characters.', example: 'CA' })
  readonly state?: string;

  @StringField({ optional, about: 'City, at most 255 characters.', example: 'San Francisco' })
  readonly city?: string;

  @StringField({ optional, about: 'Street and number, at most 255.', example: '1 Market Street' })
  readonly addressLine1?: string;

  @StringField({ optional, about: 'Unit, at most 255 characters.', example: 'Apt 5' })
  readonly addressLine2?: string;

  @StringField({
    optional,
    about: 'Letters, digits, spaces, dashes; at most 20.',
    example: '94105',
  })
  readonly zipCode?: string;

  contentErrors(_config: Config): FieldError[] {
    return [
      ...birthdayErrors(this.dateOfBirth ?? ''),
      ...wordErrors('gender', this.gender ?? '', ['M', 'F', 'X']),
      ...wordErrors('maritalStatus', this.maritalStatus ?? '', ['S', 'M', 'D', 'W']),
      ...textErrors('state', this.state ?? '', STATE_CHARS_MAX),
      ...textErrors('city', this.city ?? '', ADDRESS_CHARS_MAX),
      ...textErrors('addressLine1', this.addressLine1 ?? '', ADDRESS_CHARS_MAX),
      ...textErrors('addressLine2', this.addressLine2 ?? '', ADDRESS_CHARS_MAX),
      ...zipErrors(this.zipCode ?? ''),
    ];
  }
}

const fieldError = (field: string, code: string, detail: string): FieldError => ({
  pointer: `/${field}`,
  code,
  detail,
});

const birthdayErrors = (dateOfBirth: string): FieldError[] => {
  if (dateOfBirth === '') return [];
  if (!isDate(dateOfBirth))
    return [fieldError('dateOfBirth', 'date_invalid', 'must be a real date, YYYY-MM-DD')];
  if (isTooLongAgo(dateOfBirth, new Date()))
    return [fieldError('dateOfBirth', 'date_invalid', 'must be 150 years ago at most')];
  return isTooYoung(dateOfBirth, new Date())
    ? [fieldError('dateOfBirth', 'user_too_young', 'must be 18 years ago or more')]
    : [];
};

const WORD_CODES = { gender: 'gender_invalid', maritalStatus: 'marital_status_invalid' } as const;

const wordErrors = (
  field: keyof typeof WORD_CODES,
  word: string,
  allowed: readonly string[],
): FieldError[] =>
  word === '' || allowed.includes(word)
    ? []
    : [fieldError(field, WORD_CODES[field], `must be one of: ${allowed.join(', ')}`)];

const textErrors = (field: string, text: string, max: number): FieldError[] =>
  text === '' || (text.length <= max && text.trim() !== '')
    ? []
    : [
        fieldError(
          field,
          'length_invalid',
          `must have 1 to ${max} characters, not all of them blank`,
        ),
      ];

const zipErrors = (zipCode: string): FieldError[] =>
  zipCode === '' || (/^[A-Za-z0-9\- ]{1,20}$/.test(zipCode) && zipCode.trim() !== '')
    ? []
    : [
        fieldError(
          'zipCode',
          'zip_code_invalid',
          'must be at most 20 letters, digits, spaces, dashes',
        ),
      ];

@Controller('v1/onboarding')
export class IssueSessionController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    summary: 'Get an onboarding session token',
    description:
      'Opens a session at the identity provider. Send the fields that you already have. Leave the others empty or out.',
    params: { userId: 'The user to onboard.' },
    answers: { 201: [onboardingSession, 'A new session.'] },
    refuses: [
      userNotFound,
      userNotActive,
      refusal(
        409,
        'onboarding_completed',
        'This user has completed onboarding, and the application was neither held nor refused.',
      ),
      refusal(422, 'date_invalid', 'Not a real date, YYYY-MM-DD.', '/dateOfBirth'),
      refusal(422, 'user_too_young', 'Younger than 18.', '/dateOfBirth'),
      refusal(422, 'gender_invalid', 'Not one of the codes.', '/gender'),
      refusal(422, 'marital_status_invalid', 'Not one of the codes.', '/maritalStatus'),
      refusal(422, 'zip_code_invalid', 'Not a postal code.', '/zipCode'),
      refusal(422, 'length_invalid', 'Too long, or blank.', '/addressLine1'),
      refusal(503, 'identity_provider_unavailable', 'The identity provider does not respond.'),
    ],
  })
  @Post(':userId/session-token')
  issueOnboardingSession(
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @Body() body: SessionBody,
  ) {
    // Fields that were not sent are undefined in the body.
    const held = Object.fromEntries(Object.entries(body).filter(([, value]) => Boolean(value)));
    return this.commands.execute(new IssueSession(caller, userId, held));
  }
}
