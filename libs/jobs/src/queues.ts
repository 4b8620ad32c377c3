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

/** Time for which failed jobs are stored, for operators. */
const JOBS_FAILED_KEPT_S = 7 * DAY_S;
/** Time for which finished jobs are stored, so that their ids prevent repeats. */
const JOBS_COMPLETED_KEPT_S = HOUR_S;

/** Longest wait at shutdown for the connections of the queues. */
const QUEUES_CLOSE_WITHIN_MS = 2_000;

/** Input of a processor. It contains ids only: no facts, no personal data. */
export type JobData = {
  readonly id: string;
  /** Id of the request that led to the job. */
  readonly correlationId: string;
  readonly causationId: string;
  /** Trace that the job continues. Missing without tracing. */
  readonly traceparent?: string;
};

/** Content of a queued job. The correlation id is null for a job of the scheduler or the broker. */
export type QueuedData = Omit<JobData, 'correlationId'> & {
  readonly correlationId: string | null;
};

/** Numbers of jobs in a queue by state. */
export type QueueMetrics = {
  readonly queue: QueueName;
  /** Jobs that wait for a worker, also repeated jobs. */
  readonly waiting: number;
  readonly active: number;
  /** Jobs that wait for their next attempt. */
  readonly delayed: number;
  /** Jobs that used their last attempt within a week. */
  readonly failed: number;
  /** Age of the oldest waiting job, without jobs that are marked `last`. Null without one. */
  readonly oldestAgeMs: number | null;
};

/** `jobId` saves work: a job with the id of a stored job is not added. */
export type QueuedJob = {
  readonly job: JobKind;
  readonly jobId: string;
  readonly data: QueuedData;
  /** Turn among jobs that are enqueued for the first time. A job without a turn comes before them. */
  readonly turn?: number;
  /** The job was enqueued before, and comes after jobs that are enqueued for the first time. */
  readonly again?: boolean;
  /** The job comes after all other jobs. */
  readonly last?: boolean;
  /**
   * The scheduler enqueued the job and will do so again. The queue drops the job while an earlier job
   * of the same kind and id is not finished, so that slow work does not pile up.
   */
  readonly byClock?: boolean;
};

export const ATTEMPTS_MAX = 8;
/** Attempts of a scheduled job. They end before the scheduler enqueues the job again. */
export const ATTEMPTS_BY_CLOCK_MAX = 4;
const KEEP_COMPLETED = { age: JOBS_COMPLETED_KEPT_S, count: 1_000 };
const KEEP_FAILED = { age: JOBS_FAILED_KEPT_S, count: 10_000 };
/** Jobs without a priority come first, then jobs with a turn. */
const LATER_PRIORITY = TURN_MAX + 10;
const LAST_PRIORITY = TURN_MAX + 20;
/** Limit of jobs that one call of `hasten` checks, longest wait first. */
const HASTENED_MAX = 500;
/** Jobs to compare for the oldest one, because turns are only approximately in order of arrival. */
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

  /** Adds all jobs, in one round trip for each queue. @throws errors of Redis */
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
   * Starts jobs now whose next attempt is after `beyondMs`, an epoch time. While such a job waits, the
   * queue drops the scheduler's repeats of it. @throws errors of Redis
   */
  async hasten(beyondMs: number): Promise<void> {
    for (const queue of this.queues.values()) {
      const last = await queue.getJobs(['delayed'], 0, HASTENED_MAX - 1, false);
      const late = last.filter(
        ({ processedOn, timestamp, delay }) => (processedOn ?? timestamp) + delay > beyondMs,
      );
      // Another process may have started or removed a job meanwhile.
      await Promise.allSettled(late.map((job) => job.promote()));
    }
  }

  /** Returns the number of jobs that wait for a worker or an attempt. @throws errors of Redis */
  async backlog(queue: QueueName): Promise<number> {
    const counts = await this.queues.get(queue)?.getJobCounts('waiting', 'prioritized', 'delayed');
    return Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  }

  /** @throws errors of Redis */
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
