import type { Provider } from '@nestjs/common';
import type { Config } from '#config/config.js';
import { CONFIG, REDIS } from '#kernel/tokens.js';
import type { RedisClient } from '#redis/script.js';
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
