import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { TOTP_CODE } from '#kernel/totp.js';
import { flag, object, utcTime } from '#http/response-schemas.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { IdField, TextField } from '#http/fields.js';
import { userNotFound } from '#users/user/require-user.js';
import { VerifyCode } from './verify-code.handler.js';

const verification = object('TwoFactorVerification', 'Result of the verification of a code.', {
  verified: flag('Whether the code is right and was not used before.', true),
  timestamp: utcTime('Time of the verification.'),
});

class VerifyCodeBody {
  @IdField({ about: 'The user.', example: '0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90' })
  readonly userId!: string;

  @TextField({
    pattern: TOTP_CODE,
    code: 'code_invalid',
    detail: 'must be six digits',
    about: 'The six digits that the authenticator app shows.',
    example: '492039',
  })
  readonly code!: string;
}

@Controller('v1/auth/2fa/verify')
export class VerifyCodeController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    summary: 'Verify a code',
    description:
      'Verifies a code of the authenticator app (RFC 6238, 30 s, one step to either side). Each code is valid once, and afterwards only later codes are valid.',
    answers: { 200: [verification, 'The result is in `verified`.'] },
    refuses: [
      userNotFound,
      refusal(409, 'two_factor_not_enabled', 'No secret was issued for this user.'),
      refusal(422, 'code_invalid', 'Not six digits. This does not count as a wrong code.'),
      refusal(429, 'too_many_attempts', 'Five wrong codes for this user in 5 minutes.'),
    ],
  })
  @Post()
  async verifyTwoFactorCode(
    @CurrentCaller() caller: Caller,
    @Body() { userId, code }: VerifyCodeBody,
  ) {
    const verified = await this.commands.execute(new VerifyCode(caller, userId, code));
    return { verified, timestamp: new Date().toISOString() };
  }
}
