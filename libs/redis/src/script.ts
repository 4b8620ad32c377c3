import { createHash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';

export type RedisClient = Redis | Cluster;

type Arguments = readonly (string | number)[];

/** A Lua script. It is called by its hash, and sent only to a Redis that lacks it. */
export class Script {
  private readonly sha: string;

  constructor(private readonly lua: string) {
    this.sha = createHash('sha1').update(lua).digest('hex');
  }

  /** Runs the script in one round trip. All keys must share a hash tag. @throws errors of Redis */
  async run(redis: RedisClient, keys: readonly string[], args: Arguments): Promise<unknown> {
    const rest = [keys.length, ...keys, ...args];
    try {
      return await redis.call('EVALSHA', [this.sha, ...rest]);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return await redis.call('EVAL', [this.lua, ...rest]);
    }
  }
}
