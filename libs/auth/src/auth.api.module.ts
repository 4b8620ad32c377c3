import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { TOKEN_GATE } from '#platform/http/gate.js';
import { ApiKeyGate } from './api-key/api-key.gate.js';
import { KeyUses } from './api-key/key-uses.js';
import { PartnerDirectory } from './api-key/partner-directory.js';
import { tokenProviders } from './auth.providers.js';
import { BearerGate } from './bearer/bearer.gate.js';
import { BearerStrategy } from './bearer/bearer.strategy.js';
import { Sessions } from './bearer/session.js';
import { SignInEnder } from './bearer/sign-in-ender.js';
import { JwksController } from './jwks/jwks.controller.js';
import { LogInController } from './log-in/log-in.controller.js';
import { LogInLimits } from './log-in/log-in-limits.js';
import { LogInHandler } from './log-in/log-in.handler.js';
import { LogOutController } from './log-out/log-out.controller.js';
import { LogOutHandler } from './log-out/log-out.handler.js';
import { PartnerUserDirectory } from './partner-user/partner-user-directory.js';
import { RefreshTokenController } from './refresh-token/refresh-token.controller.js';
import { RefreshTokenHandler } from './refresh-token/refresh-token.handler.js';

@Module({
  imports: [PassportModule],
  controllers: [LogInController, RefreshTokenController, LogOutController, JwksController],
  providers: [
    PartnerDirectory,
    KeyUses,
    ...tokenProviders,
    Sessions,
    SignInEnder,
    PartnerUserDirectory,
    BearerStrategy,
    ApiKeyGate,
    BearerGate,
    { provide: TOKEN_GATE, useExisting: BearerGate },
    LogInLimits,
    LogInHandler,
    RefreshTokenHandler,
    LogOutHandler,
  ],
  exports: [PartnerDirectory, KeyUses],
})
export class AuthApiModule {}
