import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { object, text } from '#http/response-schemas.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { IdField, WordField } from '#http/fields.js';
import { userNotActive, userNotFound } from '#users/user/require-user.js';
import { EnableTwoFactor, type NewSecret } from './enable-two-factor.handler.js';

const newSecret = object('TwoFactorSecret', 'The secret for an authenticator app.', {
  secret: text(
    'The secret in base32, for users who type it in. Shown once.',
    'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  ),
  qrCode: text(
    'A PNG as a data URL: the `otpauth://totp/` URI of the secret, for an authenticator app.',
    'data:image/png;base64,iVBORw0KGgo…',
  ),
});

class EnableTwoFactorBody {
  @IdField({ about: 'The user.', example: '0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90' })
  readonly userId!: string;

  @WordField(['authenticator'], 'type_not_supported', { about: 'Always `authenticator`.' })
  readonly type!: 'authenticator';
}

@Controller('v1/auth/2fa/enable')
export class EnableTwoFactorController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    summary: 'Issue a two-factor secret',
    description:
      'Creates a secret and its QR code. The first right code enables it. Before that, a repeated request replaces the secret.',
    answers: { 200: [newSecret, 'Show the secret to the user, and verify a code next.'] },
    refuses: [
      userNotFound,
      userNotActive,
      refusal(409, 'two_factor_already_enabled', 'The user has already entered a right code.'),
    ],
  })
  @Post()
  enableTwoFactor(
    @CurrentCaller() caller: Caller,
    @Body() { userId }: EnableTwoFactorBody,
  ): Promise<NewSecret> {
    return this.commands.execute(new EnableTwoFactor(caller, userId));
  }
}
