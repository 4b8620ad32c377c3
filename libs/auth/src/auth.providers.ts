import type { Provider } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { Config } from '#platform/config/config.js';
import { CONFIG } from '#platform/platform.module.js';
import { AuthTokens } from './bearer/auth-token.js';
import { RefreshTokens } from './bearer/refresh-tokens.js';

export const tokenProviders: Provider[] = [
  {
    provide: AuthTokens,
    inject: [CONFIG],
    useFactory: (config: Config) => new AuthTokens(config.signingKeys, config.authTokenTtlS),
  },
  {
    provide: RefreshTokens,
    inject: [CONFIG, Redis],
    useFactory: (config: Config, redis: Redis) => new RefreshTokens(redis, config.refreshTokenTtlS),
  },
];
