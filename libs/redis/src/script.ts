import { createHash } from 'node:crypto';
import { Cluster, type Redis } from 'ioredis';

export type RedisClient = Redis | Cluster;

type Arguments = readonly (string | number)[];

export type Call = { readonly keys: readonly string[]; readonly args: Arguments };

/** A Lua script, sent by its hash; its text goes over the wire only to a Redis that lacks it. */
export class Script {
  private readonly sha: string;

  constructor(private readonly lua: string) {
    this.sha = createHash('sha1').update(lua).digest('hex');
  }

  /** One round trip. All keys must share a hash tag. @throws what Redis answers. */
  async run(redis: RedisClient, keys: readonly string[], args: Arguments): Promise<unknown> {
    const rest = [keys.length, ...keys, ...args];
    try {
      return await redis.call('EVALSHA', [this.sha, ...rest]);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return await redis.call('EVAL', [this.lua, ...rest]);
    }
  }

  /** Many at once in one round trip, or one for each in a cluster. Each answer stands for itself. */
  async settle(
    redis: RedisClient,
    calls: readonly Call[],
  ): Promise<readonly PromiseSettledResult<unknown>[]> {
    const [first, ...others] = calls;
    if (first === undefined) return [];
    const one = ({ keys, args }: Call) => this.run(redis, keys, args);
    if (redis instanceof Cluster) return Promise.allSettled(calls.map(one));
    // The first one brings the script along where it is missing.
    const [begun] = await Promise.allSettled([one(first)]);
    const pipeline = redis.pipeline();
    for (const { keys, args } of others)
      pipeline.call('EVALSHA', [this.sha, keys.length, ...keys, ...args]);
    const replies = (await pipeline.exec()) ?? [];
    return [begun, ...replies.map(([error, value]) => settled(error, value))];
  }
}

const settled = (error: Error | null, value: unknown): PromiseSettledResult<unknown> =>
  error === null ? { status: 'fulfilled', value } : { status: 'rejected', reason: error };
