import { Body, Controller, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { TOTP_CODE } from '#kernel/totp.js';
import { flag, object } from '#http/response-schemas.js';
import { refusal } from '#http/endpoint.js';
import { TextField } from '#http/fields.js';
import { StaffEndpoint } from '../session/staff-endpoint.js';
import { CurrentStaff } from '../session/staff.authenticator.js';
import type { SignedIn } from '../session/staff-sessions.js';
import { ChangePassword } from './change-password.handler.js';

const PASSWORD_MIN = 12;
const PASSWORD_MAX = 1_000;

class ChangePasswordBody {
  @TextField({
    max: PASSWORD_MAX,
    about: 'The present password.',
    example: 'correct-horse-battery',
  })
  readonly currentPassword!: string;

  @TextField({
    pattern: TOTP_CODE,
    code: 'code_invalid',
    detail: 'must be six digits',
    about: 'Code from the authenticator app. Each code works once.',
    example: '492039',
  })
  readonly code!: string;

  @TextField({
    min: PASSWORD_MIN,
    max: PASSWORD_MAX,
    code: 'password_invalid',
    about: 'New password of at least twelve characters that is hard to guess.',
    example: 'staple-goose-battery-violin-correct-harbour',
  })
  readonly newPassword!: string;
}

const changed = object(
  'PasswordChanged',
  'The password was changed, and all other sessions ended.',
  {
    changed: flag('Always true.', true),
  },
);

@Controller('staff/password')
export class ChangePasswordController {
  constructor(private readonly commands: CommandBus) {}

  @StaffEndpoint('session', {
    summary: 'Change your password',
    description:
      'Requires the present password and a code. Ends all other sessions of the account.',
    answers: { 200: [changed, 'Changed.'] },
    refuses: [
      refusal(
        422,
        'credentials_wrong',
        'The present password or the code is wrong, or the code was already used.',
      ),
      refusal(
        422,
        'password_guessable',
        'The new password is common, or similar to a common password or to your e-mail.',
      ),
      refusal(422, 'password_unchanged', 'The new password is the present password.'),
      refusal(429, 'too_many_attempts', 'Five failures for this account in 15 minutes.'),
    ],
  })
  @Post()
  async changePassword(
    @Body() { currentPassword, code, newPassword }: ChangePasswordBody,
    @CurrentStaff() staff: SignedIn,
    @Req() { id }: FastifyRequest,
  ) {
    await this.commands.execute(new ChangePassword(staff, currentPassword, code, newPassword, id));
    return { changed: true };
  }
}
