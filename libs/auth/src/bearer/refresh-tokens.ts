import { createHash, randomUUID } from 'node:crypto';
import { unavailable } from '#kernel/refused.js';
import { type RedisClient, Script } from '#redis/script.js';
import { DAY_MS } from '#kernel/duration.js';

/** A family of refresh tokens ends after this, however often it was refreshed. */
const REFRESH_FAMILY_MS = 30 * DAY_MS;

/**
 * A family is one sign-in: whose it is, the hash of its one usable refresh token, the id of the
 * authToken that belongs to it, and when it ends at the latest. Each token of it points to it.
 */
const ISSUE = new Script(`
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
local ttlMs = math.min(tonumber(ARGV[5]), tonumber(ARGV[6]))
redis.call('HSET', KEYS[2], 'user', ARGV[2], 'token', ARGV[3], 'authToken', ARGV[4],
  'endsAtMs', string.format('%.0f', nowMs + ARGV[6]))
redis.call('PEXPIRE', KEYS[2], ttlMs)
redis.call('SET', KEYS[1], ARGV[1], 'PX', ttlMs)
`);

/**
 * One step, so that of parallel refreshes one wins. A token that was used before ends the family, in
 * which no token is usable then: somebody else has it. A used token is remembered for as long as its family can live.
 */
const ROTATE = new Script(`
local family = redis.call('GET', KEYS[1])
if not family then return 'unknown' end
local key = ARGV[1] .. family
local user, token, authToken, endsAtMs =
  unpack(redis.call('HMGET', key, 'user', 'token', 'authToken', 'endsAtMs'))
if user ~= ARGV[2] then return 'unknown' end
if token ~= ARGV[3] then
  redis.call('HSET', key, 'token', '')
  return 'reused ' .. family
end
if authToken ~= ARGV[4] then return 'unknown' end
local time = redis.call('TIME')
local leftMs = endsAtMs - (time[1] * 1000 + math.floor(time[2] / 1000))
if leftMs <= 0 then return 'unknown' end
local ttlMs = math.min(tonumber(ARGV[7]), leftMs)
redis.call('HSET', key, 'token', ARGV[5], 'authToken', ARGV[6])
redis.call('PEXPIRE', key, ttlMs)
redis.call('PEXPIRE', KEYS[1], leftMs)
redis.call('SET', KEYS[2], family, 'PX', ttlMs)
return 'rotated ' .. family
`);

type Owner = { readonly partnerId: string; readonly partnerUserId: string };

/** `reused`: it was used before, and its family is revoked now. */
export type Rotation =
  | { readonly outcome: 'rotated'; readonly refreshToken: string; readonly signInId: string }
  | { readonly outcome: 'reused'; readonly signInId: string }
  | { readonly outcome: 'unknown' };

/** Refresh tokens, kept as hashes in Redis. A wiped Redis signs everybody out, no more. */
export class RefreshTokens {
  constructor(
    private readonly redis: RedisClient,
    private readonly ttlS: number,
    private readonly familyTtlMs = REFRESH_FAMILY_MS,
  ) {}

  /**
   * Begins the family of a sign-in; `authTokenId` is the authToken it belongs to.
   * @throws {Refused} 503.
   */
  async issue(
    { partnerId, partnerUserId }: Owner,
    authTokenId: string,
    family: string,
  ): Promise<string> {
    const token = randomUUID();
    const keys = [tokenKey(partnerId, token), `${familyPrefix(partnerId)}${family}`];
    const ids = [family, partnerUserId, hashOf(token), authTokenId];
    await this.run(ISSUE, keys, [...ids, this.ttlS * 1_000, this.familyTtlMs]);
    return token;
  }

  /** The next token of the family, for the next authToken. @throws {Refused} 503. */
  async rotate(
    { partnerId, partnerUserId }: Owner,
    token: string,
    authTokenId: string,
    nextAuthTokenId: string,
  ): Promise<Rotation> {
    const next = randomUUID();
    const keys = [tokenKey(partnerId, token), tokenKey(partnerId, next)];
    const present = [partnerUserId, hashOf(token), authTokenId];
    const coming = [hashOf(next), nextAuthTokenId, this.ttlS * 1_000];
    const args = [familyPrefix(partnerId), ...present, ...coming];
    const [outcome, signInId = ''] = String(await this.run(ROTATE, keys, args)).split(' ');
    if (outcome === 'rotated') return { outcome, signInId, refreshToken: next };
    return outcome === 'reused' ? { outcome, signInId } : { outcome: 'unknown' };
  }

  private async run(script: Script, keys: readonly string[], args: readonly (string | number)[]) {
    try {
      return await script.run(this.redis, keys, args);
    } catch {
      throw unavailable('temporarily_unavailable', 'No session can be kept just now; try again');
    }
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const tokenKey = (partnerId: string, token: string) => `refresh:{${partnerId}}:${hashOf(token)}`;

const familyPrefix = (partnerId: string) => `refresh-family:{${partnerId}}:`;
