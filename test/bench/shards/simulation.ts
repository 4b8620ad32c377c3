import { startRedis, type TestRedis } from '../../support/redis.js';
import { booksOf, type Books } from './books.js';
import { build, type Built } from './build.js';

/** So many projectors, on a Redis that they share or on one of their own each. */
export type Form = { readonly shards: number; readonly ownRedis: boolean };

export type Simulated = Form & { readonly built: Built; readonly books: Books };

/** Builds all read models of a log from nothing. */
export const simulate = async (file: string, { shards, ownRedis }: Form): Promise<Simulated> => {
  const servers: TestRedis[] = [];
  try {
    for (let n = 0; n < (ownRedis ? shards : 1); n++)
      servers.push(await startRedis({ alone: true }));
    const urls = servers.map(({ url }) => url);
    const tasks = Array.from({ length: shards }, (_, number) => {
      const redisUrl = urls[number % urls.length] ?? '';
      return { file, redisUrl, shard: { number, of: shards } };
    });
    const built = await build(tasks);
    return { shards, ownRedis, built, books: await booksOf(urls) };
  } finally {
    for (const server of servers) await server.stop();
  }
};
