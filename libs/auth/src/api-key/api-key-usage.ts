import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Logger } from '#kernel/logger.js';
import { LOGGER, REDIS } from '#kernel/tokens.js';
import type { RedisClient } from '#redis/script.js';

const MINUTE_MS = 60_000;
const ENTRIES_MAX = 10_000;
const SINCE = 'since';

export type UsesOfKeys = {
  /** Uses before this time are unknown; ISO 8601 UTC. */
  readonly knownSince: string;
  /** Key id → last use, up to a minute late; ISO 8601 UTC. */
  readonly lastUsedAt: ReadonlyMap<string, string>;
};

/**
 * Records in Redis when each key was last used, by a login or by a token of the key. Each process
 * writes at most once a minute for a key, and no request waits for the write. Events would fill
 * most of the log, and no decision depends on them. After a wipe of Redis the record begins again
 * and says so.
 */
@Injectable()
export class ApiKeyUsage {
  /** Minute of the last write, by key id. */
  private readonly noted = new LRUCache<string, number>({ max: ENTRIES_MAX });

  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Records a use in the background, best effort. */
  note(partnerId: string, keyId: string, now: Date): void {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (this.noted.get(keyId) === minute) return;
    this.noted.set(keyId, minute);
    this.write(partnerId, keyId, now.toISOString()).catch((error: unknown) => {
      this.noted.delete(keyId);
      this.logger.warn({ err: error }, 'failed to record the use of an API key');
    });
  }

  /** Returns the uses of a partner's keys; null while Redis is unavailable. */
  async of(partnerId: string, now: Date): Promise<UsesOfKeys | null> {
    try {
      await this.redis.hsetnx(keyOf(partnerId), SINCE, now.toISOString());
      const { [SINCE]: knownSince = '', ...uses } = await this.redis.hgetall(keyOf(partnerId));
      return { knownSince, lastUsedAt: new Map(Object.entries(uses)) };
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to read the uses of API keys');
      return null;
    }
  }

  private async write(partnerId: string, keyId: string, at: string): Promise<void> {
    await this.redis.hsetnx(keyOf(partnerId), SINCE, at);
    await this.redis.hset(keyOf(partnerId), keyId, at);
  }
}

const keyOf = (partnerId: string): string => `key-uses:${partnerId}`;
