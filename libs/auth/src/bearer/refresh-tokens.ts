import { createHash, randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

const FAMILY_TTL_MS = 30 * 24 * 60 * 60 * 1_000;

/**
 * One step, so that of parallel refreshes one wins. A token that was used before revokes the whole
 * family: somebody else has it.
 */
const ROTATE = `
local family, user, used = unpack(redis.call('HMGET', KEYS[1], 'family', 'user', 'used'))
if not family or user ~= ARGV[1] then return 'unknown' end
local familyKey = ARGV[3] .. family
if redis.call('GET', familyKey) ~= 'active' then return 'revoked' end
if used then
  redis.call('SET', familyKey, 'revoked', 'KEEPTTL')
  return 'reused'
end
redis.call('HSET', KEYS[1], 'used', '1')
redis.call('HSET', KEYS[2], 'family', family, 'user', user)
redis.call('PEXPIRE', KEYS[2], math.min(tonumber(ARGV[2]), redis.call('PTTL', familyKey)))
return 'rotated'
`;

type Owner = { readonly partnerId: string; readonly partnerUserId: string };

/** Refresh tokens, kept as hashes in Redis. A wiped Redis signs everybody out, no more. */
export class RefreshTokens {
  constructor(
    private readonly redis: Redis,
    private readonly ttlS: number,
  ) {}

  /** Begins a family. */
  async issue({ partnerId, partnerUserId }: Owner): Promise<string> {
    const token = randomUUID();
    const family = randomUUID();
    const key = tokenKey(partnerId, token);
    await this.redis
      .multi()
      .set(`${familyPrefix(partnerId)}${family}`, 'active', 'PX', FAMILY_TTL_MS)
      .hset(key, { family, user: partnerUserId })
      .pexpire(key, this.ttlS * 1_000)
      .exec();
    return token;
  }

  /** The next token; null when this one is unknown, expired, used before or revoked. */
  async rotate({ partnerId, partnerUserId }: Owner, token: string): Promise<string | null> {
    const next = randomUUID();
    const outcome = await this.redis.eval(
      ROTATE,
      2,
      tokenKey(partnerId, token),
      tokenKey(partnerId, next),
      partnerUserId,
      this.ttlS * 1_000,
      familyPrefix(partnerId),
    );
    return outcome === 'rotated' ? next : null;
  }
}

const tokenKey = (partnerId: string, token: string) =>
  `refresh:{${partnerId}}:${createHash('sha256').update(token).digest('hex')}`;

const familyPrefix = (partnerId: string) => `refresh-family:{${partnerId}}:`;
