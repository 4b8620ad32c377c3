import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { TOKEN_AUTHENTICATOR } from '#http/request-authenticator.js';
import { ApiKeyAuthenticator } from './api-key/api-key.authenticator.js';
import { ApiKeyUsage } from './api-key/api-key-usage.js';
import { PartnerDirectory } from './api-key/partner-directory.js';
import { tokenProviders } from './auth.providers.js';
import { BearerAuthenticator } from './bearer/bearer.authenticator.js';
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
    ApiKeyUsage,
    ...tokenProviders,
    Sessions,
    SignInEnder,
    PartnerUserDirectory,
    BearerStrategy,
    ApiKeyAuthenticator,
    BearerAuthenticator,
    { provide: TOKEN_AUTHENTICATOR, useExisting: BearerAuthenticator },
    LogInLimits,
    LogInHandler,
    RefreshTokenHandler,
    LogOutHandler,
  ],
  exports: [PartnerDirectory, ApiKeyUsage, TOKEN_AUTHENTICATOR],
})
export class AuthApiModule {}
