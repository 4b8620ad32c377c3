import { createHash, randomUUID } from 'node:crypto';
import { unavailable } from '#kernel/refused.js';
import { type RedisClient, Script } from '#redis/script.js';
import { DAY_MS } from '#kernel/duration.js';

/** Longest life of a family of refresh tokens, however often it is refreshed. */
const REFRESH_FAMILY_MS = 30 * DAY_MS;

/**
 * Starts a family, which belongs to one sign-in. The family has its user, the hash of its only
 * usable refresh token, the id of the matching authToken, and its latest end. Each refresh token
 * points to its family.
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
 * Rotates the refresh token atomically, so that one of several parallel refreshes succeeds. A used
 * token ends the family, because a second party has the token. Redis keeps a used token as long as
 * its family can live.
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

/** `reused`: the token was used before, and its family is now revoked. */
export type Rotation =
  | { readonly outcome: 'rotated'; readonly refreshToken: string; readonly signInId: string }
  | { readonly outcome: 'reused'; readonly signInId: string }
  | { readonly outcome: 'unknown' };

/**
 * Refresh tokens, stored as hashes in Redis. A wiped Redis signs out all partner users; they can
 * log in again.
 */
export class RefreshTokens {
  constructor(
    private readonly redis: RedisClient,
    private readonly ttlS: number,
    private readonly familyTtlMs = REFRESH_FAMILY_MS,
  ) {}

  /**
   * Starts the family of a sign-in and returns its first refresh token, which belongs to
   * `authTokenId`. @throws {Refused} 503.
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

  /** Replaces the refresh token with the next one of the family. @throws {Refused} 503. */
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
      throw unavailable(
        'temporarily_unavailable',
        'Sessions cannot be stored at the moment; try again',
      );
    }
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const tokenKey = (partnerId: string, token: string) => `refresh:{${partnerId}}:${hashOf(token)}`;

const familyPrefix = (partnerId: string) => `refresh-family:{${partnerId}}:`;
