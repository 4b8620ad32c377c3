import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RefreshTokens } from '../../../libs/auth/src/bearer/refresh-tokens.js';
import { Failures } from '#jobs/failures.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { EVERY_15_S, QUEUES, type JobKind } from '#kernel/jobs/job.js';
import { prefixOf } from '#jobs/queue-keys.js';
import { Queues } from '#jobs/queues.js';
import { WorkerHost } from '#jobs/worker-host.js';
import { LeaseGroup } from '#redis/lease/lease-group.js';
import { RateLimit } from '#redis/rate-limit.js';
import { evictionOf, refuseEviction } from '#redis/eviction.js';
import { connectRedis, redisOpened } from '#redis/open-redis.js';
import type { RedisClient } from '#redis/script.js';
import { healthOf, redisCheck, storeChecks } from '#observability/health.js';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { type RedisGroup, startCluster, startSentinels } from '../../support/redis-group.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const kinds: readonly JobKind[] = QUEUES.map((queue) => ({
  ...{ queue, name: `work-${queue}`, category: 'thing', poll: EVERY_15_S },
}));

const until = async (what: string, isSo: () => Promise<boolean> | boolean): Promise<void> => {
  const endMs = performance.now() + BACKSTOP_MS;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`never: ${what}`);
    await sleep(50);
  }
};

describe.each([
  ['sentinels', startSentinels],
  ['a cluster', startCluster],
])('Redis behind %s', (_, start) => {
  let group: RedisGroup;
  let redis: RedisClient;
  let queues: Queues;
  let host: WorkerHost;
  const done = new Set<string>();

  beforeAll(async () => {
    group = await start();
    redis = connectRedis(group.url, quiet);
    await redisOpened(redis);
    queues = new Queues(group.url, quiet);
    const processors = kinds.map((job) => ({
      job,
      process: ({ id }: { id: string }) => {
        done.add(`${job.queue} ${id}`);
        return Promise.resolve();
      },
    }));
    host = new WorkerHost(
      group.url,
      kinds,
      processors,
      new EventStore(new InMemoryEventLog()),
      quiet,
    );
  });
  afterAll(async () => {
    await Promise.all([host.close(), queues.close()]);
    redis.disconnect();
    await group.stop();
  });

  /** A job to each queue, and all of them done. */
  const work = async (): Promise<void> => {
    const id = randomUUID();
    const data = { id, correlationId: 'request', causationId: 'test' };
    const jobs = kinds.map((job) => ({ job, jobId: `${job.name}-${id}`, data }));
    await until('the jobs are taken', () => queues.add(jobs).then(...[() => true, () => false]));
    await until('the jobs are done', () => kinds.every(({ queue }) => done.has(`${queue} ${id}`)));
  };

  const health = () =>
    healthOf(storeChecks(new InMemoryEventLog(), redisCheck(redis, { refusesEviction: true })));

  it('works the jobs of every queue, and counts them', async () => {
    await work();
    const figures = await queues.figures(new Date());
    expect(figures.map(({ waiting, failed }) => [waiting, failed])).toEqual(
      QUEUES.map(() => [0, 0]),
    );
    expect(host.standing()).toBe(`${QUEUES.length} queues`);
  });

  it('keeps leases, notes, quotas and refresh tokens', async () => {
    const shared = new LeaseGroup(redis, 'lease:some');
    expect((await shared.look(['0', '1'])).mine).toEqual(['0', '1']);

    const failures = new Failures(redis);
    const failed = { reason: 'silence', gaveUp: true };
    await failures.note('work', 'a', failed, new Date());
    expect([...(await failures.all()).values()]).toMatchObject([failed]);

    const limit = new RateLimit({ name: 'test', max: 20, windowS: 60 }, redis);
    expect(await limit.take('somebody')).toMatchObject({ allowed: true, remaining: 19 });
    expect(await redis.get('rate:test:somebody')).toBe('1');

    const tokens = new RefreshTokens(redis, 60);
    const owner = { partnerId: randomUUID(), partnerUserId: randomUUID() };
    const first = await tokens.issue(owner, 'auth-1', randomUUID());
    const next = await tokens.rotate(owner, first, 'auth-1', 'auth-2');
    expect(next.outcome).toBe('rotated');
    expect((await tokens.rotate(owner, first, 'auth-1', 'auth-3')).outcome).toBe('reused');
  });

  it('is asked at every master whether it throws keys away', async () => {
    expect(await evictionOf(redis)).toBeNull();
    for (const master of await group.masters()) {
      await master.config('SET', 'maxmemory-policy', 'allkeys-lru');
      await expect(refuseEviction(redis)).rejects.toThrow(/REDIS_URL: .*allkeys-lru/);
      expect((await health()).checks['redis']).toContain('allkeys-lru');
      await master.config('SET', 'maxmemory-policy', 'noeviction');
      expect(await health()).toMatchObject({ ready: true, checks: { redis: 'ok' } });
    }
  });

  it.each(['SIGKILL', 'SIGSTOP'] as const)('goes on after %s of a master', async (signal) => {
    const { key, port, master } = await masterOfAQueue();
    await master.set(key, signal);
    expect(await master.wait(1, BACKSTOP_MS)).toBeGreaterThan(0);
    group.signal(port, signal);
    await until('another one is master', async () => (await group.masterPort(key)) !== port);
    await work();
    await until('it is ready again', async () => (await health()).ready);
    expect(await redis.get(key)).toBe(signal);
    group.signal(port, 'SIGCONT');
    await work();
  });

  /** Waits for a master with a replica. Its key is beside the jobs of a queue. */
  const masterOfAQueue = async () => {
    let found: Awaited<ReturnType<typeof findMaster>> = null;
    await until('a master has a replica', async () => (found = await findMaster()) !== null);
    return found!;
  };

  const findMaster = async () => {
    for (const queue of QUEUES) {
      const key = `${prefixOf(queue)}:kept`;
      const port = await group.masterPort(key);
      const master = (await group.masters()).find(({ options }) => options.port === port);
      if (master === undefined) continue;
      if (!/connected_slaves:0/.test(await master.info('replication')))
        return { key, port, master };
    }
    return null;
  };
});
