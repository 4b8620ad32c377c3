import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { openRedis } from '#redis/open-redis.js';
import { startCluster } from '../../support/redis-group.js';

const SILENCE_MS = 1_000;

it('finishes connecting to a cluster while no master responds', async () => {
  const group = await startCluster({ linked: true });
  const opening = { url: group.url, what: 'test', logger: { warn: () => undefined } };
  const redis = openRedis(opening, { maxRetriesPerRequest: null, socketTimeout: SILENCE_MS });
  try {
    await redis.set('key', 'value');
    redis.disconnect();
    await once(redis, 'end');
    const links = (await group.masters()).map(({ options }) => group.link(options.port!)!);
    for (const link of links) link.inject({ kind: 'half-open' });
    // BullMQ awaits this promise before it takes jobs again.
    await redis.connect();
    for (const link of links) link.inject(null);
    expect(await redis.get('key')).toBe('value');
  } finally {
    redis.disconnect();
    await group.stop();
  }
});
