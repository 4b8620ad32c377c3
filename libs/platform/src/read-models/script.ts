import { createHash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';

export type RedisClient = Redis | Cluster;

type Arguments = readonly (string | number)[];

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
}

/** A script's answer that is a flat list of text. */
export const asTexts = (reply: unknown): readonly string[] => {
  if (!Array.isArray(reply)) throw new TypeError('Redis answered no list');
  return reply.map(String);
};

/** Fields and values in turn, as Lua gets them from HGETALL. */
export const asDocument = (reply: unknown): Readonly<Record<string, string>> => {
  const texts = asTexts(reply);
  const document: Record<string, string> = {};
  for (let i = 0; i + 1 < texts.length; i += 2) document[texts[i]!] = texts[i + 1]!;
  return document;
};
