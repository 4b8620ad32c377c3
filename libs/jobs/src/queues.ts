import { Queue } from 'bullmq';
import type { Logger } from '#kernel/logger.js';
import { withTimeout } from '#kernel/concurrency/with-timeout.js';
import { openRedis } from '#redis/open-redis.js';
import type { RedisClient } from '#redis/script.js';
import { onConnection } from './queue-keys.js';
import { tracedJobs } from './traced-jobs.js';
import { QUEUES, type JobKind, type QueueName } from '#kernel/jobs/job.js';
import { TURN_MAX } from './fair-priority.js';
import { QUEUE_COMMAND_TIMEOUT_MS } from './timing.js';
import { DAY_S, HOUR_S } from '#kernel/duration.js';
import { REDIS_SILENCE_MS } from '#redis/timing.js';

/** A failed job is kept this long for people to look at. */
const JOBS_FAILED_KEPT_S = 7 * DAY_S;
/** A finished job is kept this long, so that its id keeps repeats out. */
const JOBS_COMPLETED_KEPT_S = HOUR_S;

/** Part of the shutdown time for closing the queues' connections. */
const QUEUES_CLOSE_WITHIN_MS = 2_000;

/** Input of a processor. It contains ids only: no facts, no personal data. */
export type JobData = {
  readonly id: string;
  /** The request that it follows from. */
  readonly correlationId: string;
  readonly causationId: string;
  /** The trace that it goes on with; missing when nobody traced what it follows from. */
  readonly traceparent?: string;
};

/** Content of a queued job. A job of a clock or of the broker has no request yet. */
export type QueuedData = Omit<JobData, 'correlationId'> & {
  readonly correlationId: string | null;
};

/** How much waits in one queue, and for how long. */
export type QueueMetrics = {
  readonly queue: QueueName;
  /** Jobs that wait for a worker, for the first time or again. */
  readonly waiting: number;
  readonly active: number;
  /** For their next attempt. */
  readonly delayed: number;
  /** Kept for a week after their last attempt. */
  readonly failed: number;
  /** Since the oldest of those waiting that somebody waits for was queued; null when none is. */
  readonly oldestAgeMs: number | null;
};

/** `jobId` only saves work: two jobs with the same id are one while the first is stored. */
export type QueuedJob = {
  readonly job: JobKind;
  readonly jobId: string;
  readonly data: QueuedData;
  /** Its turn among those that are asked for the first time; without one it comes before them. */
  readonly turn?: number;
  /** It was enqueued before: it comes after every job that is enqueued for the first time. */
  readonly again?: boolean;
  /** Nobody waits for it: it comes after everything else. */
  readonly last?: boolean;
  /**
   * A clock asked for it, and will ask again: it is left out while an earlier one of the same kind
   * about the same id is not done, so that slow work never makes more work.
   */
  readonly byClock?: boolean;
};

export const ATTEMPTS_MAX = 8;
/** Few, so that they are over before the clock asks again. */
export const ATTEMPTS_BY_CLOCK_MAX = 4;
const KEEP_COMPLETED = { age: JOBS_COMPLETED_KEPT_S, count: 1_000 };
const KEEP_FAILED = { age: JOBS_FAILED_KEPT_S, count: 10_000 };
/** Jobs without a priority come first, then those that have a turn. */
const LATER_PRIORITY = TURN_MAX + 10;
const LAST_PRIORITY = TURN_MAX + 20;
/** At a time, of those that wait longest. */
const HASTENED_MAX = 500;
/**
 * Number of jobs to compare for the oldest one, because turns are not exactly in order of arrival.
 */
const FIRST_TURNS = 9;

/**
 * The sending side of all queues. It fails fast while Redis is unavailable; the job schedule
 * enqueues again.
 */
export class Queues {
  private readonly connection: RedisClient;
  private readonly queues: ReadonlyMap<QueueName, Queue<QueuedData>>;

  constructor(redisUrl: string, logger: Logger) {
    this.connection = openRedis(
      { url: redisUrl, what: 'queue', logger },
      {
        maxRetriesPerRequest: 1,
        enableOfflineQueue: false,
        commandTimeout: QUEUE_COMMAND_TIMEOUT_MS,
        socketTimeout: REDIS_SILENCE_MS,
      },
    );
    const onError = (error: Error) => logger.warn({ err: error }, 'queue connection');
    this.queues = new Map(
      QUEUES.map((name) => {
        const queue = new Queue<QueuedData>(name, onConnection(this.connection, name));
        queue.on('error', onError);
        return [name, queue];
      }),
    );
  }

  /** Adds all of them, one round trip per queue. @throws when Redis did not take them. */
  async add(jobs: readonly QueuedJob[]): Promise<void> {
    const { sent, spans } = tracedJobs(jobs);
    try {
      await this.addAll(sent);
    } finally {
      for (const span of spans) span.end();
    }
  }

  private async addAll(jobs: readonly QueuedJob[]): Promise<void> {
    for (const [name, queue] of this.queues) {
      const mine = jobs.filter(({ job }) => job.queue === name);
      if (mine.length === 0) continue;
      await queue.addBulk(
        mine.map(({ job, jobId, data, turn, again = false, last = false, byClock = false }) => ({
          name: job.name,
          data,
          opts: {
            jobId,
            attempts: byClock ? ATTEMPTS_BY_CLOCK_MAX : ATTEMPTS_MAX,
            // The worker computes it: see `backoffMs`.
            backoff: { type: 'custom' },
            removeOnComplete: KEEP_COMPLETED,
            removeOnFail: KEEP_FAILED,
            ...(turn === undefined ? {} : { priority: turn }),
            ...(again ? { priority: LATER_PRIORITY } : {}),
            ...(last ? { priority: LAST_PRIORITY } : {}),
            ...(byClock ? { deduplication: { id: `${job.name}-${data.id}` } } : {}),
          },
        })),
      );
    }
  }

  /**
   * Releases jobs that wait beyond this time. While they wait, scheduled repeats of the same job
   * are left out. @throws when Redis does not respond.
   */
  async hasten(beyondMs: number): Promise<void> {
    for (const queue of this.queues.values()) {
      const last = await queue.getJobs(['delayed'], 0, HASTENED_MAX - 1, false);
      const put = last.filter(
        ({ processedOn, timestamp, delay }) => (processedOn ?? timestamp) + delay > beyondMs,
      );
      // Somebody may have promoted or removed it meanwhile.
      await Promise.allSettled(put.map((job) => job.promote()));
    }
  }

  /** How many jobs of a queue no worker has taken yet. @throws when Redis does not answer. */
  async backlog(queue: QueueName): Promise<number> {
    const counts = await this.queues.get(queue)?.getJobCounts('waiting', 'prioritized', 'delayed');
    return Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  }

  /** @throws when Redis does not answer. */
  figures(now: Date): Promise<readonly QueueMetrics[]> {
    return Promise.all(
      [...this.queues].map(async ([queue, jobs]) => {
        const [counts, ...oldest] = await Promise.all([
          jobs.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
          jobs.getJobs(['waiting'], 0, 0, true),
          jobs.getJobs(['prioritized'], 0, FIRST_TURNS, true),
        ]);
        const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
        const since = oldest
          .flat()
          .filter(({ opts }) => opts.priority !== LAST_PRIORITY)
          .map(({ timestamp }) => timestamp);
        const oldestAgeMs = since.length === 0 ? null : now.getTime() - Math.min(...since);
        return { queue, waiting: waiting + prioritized, active, delayed, failed, oldestAgeMs };
      }),
    );
  }

  async close(): Promise<void> {
    const closing = Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
    await withTimeout(QUEUES_CLOSE_WITHIN_MS, 'the queues', closing).catch(() => undefined);
    this.connection.disconnect();
  }
}
