import { Redis } from 'ioredis';
import { pause } from '#kernel/concurrency/pause.js';
import { QUEUES } from '#kernel/jobs/job.js';
import { prefixOf } from '#jobs/queue-keys.js';

const SETTLE_MS = 500;
const LOOKS = 5;
const KEYS_AT_ONCE = 1_000;
const [ID, NUMBER] = [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, /\d+/g];
/** Lists of what waits, is done, or will be tried again: `<prefix>:<queue>:<state>`. */
const STATES = { wait: 'llen', active: 'llen', prioritized: 'zcard', delayed: 'zcard' } as const;

/** Keys of one kind: ids stand as `<id>`. */
export type KeyGroup = { readonly kind: string; readonly keys: number; readonly bytes: number };

/** Looks into the Redis of a service. */
export class RedisSize {
  private readonly redis: Redis;

  constructor(port: number) {
    this.redis = new Redis({ host: '127.0.0.1', port });
  }

  /** The least of some looks: buffers of whoever speaks with it come and go. */
  async usedBytes(): Promise<number> {
    let least = Infinity;
    for (let look = 0; look < LOOKS; look++) {
      await pause(SETTLE_MS);
      const [, used] = /used_memory:(\d+)/.exec(await this.redis.info('memory')) ?? [];
      least = Math.min(least, Number(used));
    }
    return least;
  }

  /** Jobs that nobody has done yet, those that come back later among them. */
  async jobsOpen(): Promise<number> {
    const counts = QUEUES.flatMap((queue) =>
      Object.entries(STATES).map(([state, count]) =>
        this.redis[count](`${prefixOf(queue)}:${queue}:${state}`),
      ),
    );
    return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
  }

  /** What takes the room, the largest first. */
  async groups(): Promise<readonly KeyGroup[]> {
    const groups = new Map<string, { keys: number; bytes: number }>();
    for await (const keys of this.redis.scanStream({ count: KEYS_AT_ONCE })) {
      const pipeline = this.redis.pipeline();
      for (const key of keys as string[]) pipeline.memory('USAGE', key, 'SAMPLES', 0);
      const answers = (await pipeline.exec()) ?? [];
      for (const [place, key] of (keys as string[]).entries()) {
        const kind = key.replaceAll(ID, '<id>').replaceAll(NUMBER, '<n>');
        const group = groups.get(kind) ?? { keys: 0, bytes: 0 };
        group.keys += 1;
        group.bytes += Number(answers[place]?.[1] ?? 0);
        groups.set(kind, group);
      }
    }
    return [...groups]
      .map(([kind, group]) => ({ kind, ...group }))
      .sort((one, other) => other.bytes - one.bytes);
  }

  close(): void {
    this.redis.disconnect();
  }
}
