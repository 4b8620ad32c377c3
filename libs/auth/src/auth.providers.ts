import type { Provider } from '@nestjs/common';
import type { Config } from '#platform/config/config.js';
import { CONFIG, REDIS } from '#platform/platform.module.js';
import type { RedisClient } from '#platform/redis/script.js';
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
    inject: [CONFIG, REDIS],
    useFactory: (config: Config, redis: RedisClient) =>
      new RefreshTokens(redis, config.refreshTokenTtlS),
  },
];
