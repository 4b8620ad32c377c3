import { type ConnectionOptions, type Job, Queue } from 'bullmq';
import { Cluster } from 'ioredis';
import type { Logger } from '../core/logger.js';
import { repeatUntilAborted } from '../core/repeat.js';
import {
  JOBS_COMPLETED_KEPT_S,
  JOBS_FAILED_KEPT_S,
  UNBRACED_QUEUES_POLL_MS,
} from '../core/timing.js';
import type { RedisClient } from '../redis/script.js';
import { QUEUES, type JobKind } from './job.js';
import type { QueuedData, Queues } from './queues.js';

const AT_ONCE = 500;
/** As those versions gave them. */
const PRIORITY = { later: 10, last: 20 };
const OPEN = ['waiting', 'prioritized', 'delayed', 'active'] as const;
const KEPT = { completed: JOBS_COMPLETED_KEPT_S, failed: JOBS_FAILED_KEPT_S } as const;

/**
 * Versions before ADR 0065 queue under BullMQ's own prefix, `bull`. Jobs found there are queued under
 * today's prefix and only then removed, so one that is moved twice is one nudge too many, and none is
 * lost. While a process of such a version runs, it may add more: the search is repeated.
 */
export class UnbracedQueues {
  private readonly kinds: ReadonlyMap<string, JobKind>;

  constructor(
    private readonly redis: RedisClient,
    private readonly queues: Pick<Queues, 'add'>,
    jobs: readonly JobKind[],
    private readonly logger: Logger,
  ) {
    this.kinds = new Map(jobs.map((job) => [job.name, job]));
  }

  /** Runs until the signal aborts. No such version could use a cluster. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.redis instanceof Cluster) return;
    const repeated = { signal, everyMs: UNBRACED_QUEUES_POLL_MS, logger: this.logger };
    await repeatUntilAborted({ ...repeated, failed: 'jobs of an earlier version wait' }, () =>
      this.move(),
    );
  }

  /** How many jobs it moved. @throws what Redis does. */
  async move(): Promise<number> {
    const connection = this.redis as unknown as ConnectionOptions;
    let moved = 0;
    for (const name of QUEUES) {
      if ((await this.redis.exists(`bull:${name}:meta`)) === 0) continue;
      const queue = new Queue<QueuedData>(name, { connection, skipVersionCheck: true });
      queue.on('error', (error) => this.logger.warn({ err: error }, 'queue connection'));
      try {
        moved += await this.moveFrom(queue);
      } finally {
        await queue.close();
      }
    }
    if (moved > 0) this.logger.info({ jobs: moved }, 'jobs of an earlier version moved');
    return moved;
  }

  private async moveFrom(queue: Queue<QueuedData>): Promise<number> {
    for (const [state, keptS] of Object.entries(KEPT) as [keyof typeof KEPT, number][])
      await queue.clean(keptS * 1_000, AT_ONCE, state);
    for (let moved = 0; ;) {
      const found = await queue.getJobs([...OPEN], 0, AT_ONCE - 1, true);
      const known = found.filter(({ name }) => this.kinds.has(name));
      await this.queues.add(known.map((job) => this.nudgeOf(job)));
      const removed = await Promise.allSettled(known.map((job) => job.remove()));
      // One that a worker of the earlier version is at cannot be removed.
      const gone = removed.filter(({ status }) => status === 'fulfilled').length;
      moved += gone;
      if (gone === 0) return moved;
    }
  }

  private nudgeOf({ id = '', name, data, opts }: Job<QueuedData>) {
    return {
      ...{ job: this.kinds.get(name)!, jobId: id, data },
      again: opts.priority === PRIORITY.later,
      last: opts.priority === PRIORITY.last,
      byClock: opts.deduplication !== undefined,
    };
  }
}
