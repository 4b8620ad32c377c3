import { SpanKind } from '@opentelemetry/api';
import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq';
import { Failures } from './failures.js';
import { openCircuitOf } from '#kernel/concurrency/circuit.js';
import { crashPoint } from '#kernel/crash-points.js';
import type { Logger } from '#kernel/logger.js';
import { ProviderBusy } from '#kernel/provider-busy.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import { streamName } from '#kernel/event-store/stream.js';
import { openRedis } from '#redis/open-redis.js';
import type { RedisClient } from '#redis/script.js';
import { jobDuration } from '#kernel/metrics.js';
import { contextOf, traced } from '#kernel/tracing.js';
import { backoffMs } from './backoff.js';
import { LOST_RACE } from '#kernel/jobs/effect.js';
import { QUEUES, type JobKind } from '#kernel/jobs/job.js';
import { NeedsOperator } from '#kernel/jobs/needs-operator.js';
import { onConnection } from './queue-keys.js';
import type { JobData, QueuedData } from './queues.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

/** Time without a sign of life after which a worker loses its jobs to other workers. */
const JOB_LOCK_MS = 20_000;
/** Interval of the search for expired locks. With the lock it stays within the documented time. */
const STALLED_CHECK_MS = 5_000;
/** First pause of a job that waits for an unhealthy provider. The pause doubles. */
const JOB_REST_FIRST_MS = 1_000;
/** Longest pause of a job that waits for an unhealthy provider. */
const JOB_REST_MAX_MS = 15_000;
/** Silence after which a worker's connection counts as lost. It is silent while it waits for jobs. */
const WORKER_SILENCE_MS = 13_000;

/** Runs a kind of job for the object with an id. It must be idempotent. */
export interface Processor {
  readonly job: JobKind;
  /** `LOST_RACE`: another run of the job is in progress and reports the result. */
  process(data: JobData): Promise<unknown>;
}

const CONCURRENCY = 32;
/** Webhook jobs wait for endpoints of partners, and a slow endpoint must not delay others. */
const WEBHOOKS_CONCURRENCY = 256;
const STALLED_MAX = 10;

/** Runs a BullMQ worker for each queue and passes jobs to processors by name. */
export class WorkerHost {
  private readonly connection: RedisClient;
  private readonly failures: Failures;
  private readonly workers: readonly Worker<QueuedData>[];

  /** @throws {Error} a kind of job lacks a processor or has two */
  constructor(
    redisUrl: string,
    kinds: readonly JobKind[],
    processors: readonly Processor[],
    private readonly store: Pick<EventStore, 'lastMetadata'>,
    private readonly logger: Logger,
  ) {
    const byName = routes(kinds, processors);
    this.connection = openRedis(
      { url: redisUrl, what: 'worker', logger },
      { maxRetriesPerRequest: null, socketTimeout: WORKER_SILENCE_MS },
    );
    this.failures = new Failures(this.connection);
    const onError = (error: Error) => logger.warn({ err: error }, 'worker connection');
    this.workers = QUEUES.map((queue) => {
      const worker = new Worker<QueuedData>(queue, (job, token) => this.work(byName, job, token), {
        ...onConnection(this.connection, queue),
        concurrency: queue === 'webhooks' ? WEBHOOKS_CONCURRENCY : CONCURRENCY,
        lockDuration: JOB_LOCK_MS,
        stalledInterval: STALLED_CHECK_MS,
        maxStalledCount: STALLED_MAX,
        settings: { backoffStrategy: (attempts, _type, error) => backoffMs(attempts, error) },
      });
      worker.on('error', onError);
      return worker;
    });
  }

  /** Returns the number of queues as text. @throws {Error} a queue is not processed */
  standing(): string {
    const idle = this.workers.filter((worker) => !worker.isRunning() || worker.isPaused());
    if (idle.length > 0)
      throw new Error(`takes nothing from ${idle.map(({ name }) => name).join(', ')}`);
    if (this.connection.status !== 'ready') throw new Error(`connection ${this.connection.status}`);
    return `${this.workers.length} queues`;
  }

  /** Waits for the active jobs. */
  async close(): Promise<void> {
    await Promise.allSettled(this.workers.map((worker) => worker.close()));
    this.connection.disconnect();
  }

  private async work(
    byName: ReadonlyMap<string, Processor>,
    job: Job<QueuedData>,
    token?: string,
  ): Promise<void> {
    const { id } = job.data;
    const processor = byName.get(job.name);
    if (processor === undefined) throw new UnrecoverableError(`No processor for ${job.name}`);
    const ended = stopwatch(job);
    let about: object = { queue: job.queueName, job: job.name, id, attempt: job.attemptsMade + 1 };
    try {
      const request = await this.requestOf(processor.job, job.data);
      const { correlationId } = request;
      about = { ...about, correlationId };
      crashPoint('job.taken');
      const process = () => processor.process({ ...job.data, correlationId });
      const under = contextOf(request.traceparent);
      const done = await traced(`job ${job.name}`, spanOf(job, correlationId), process, under);
      crashPoint('job.done');
      ended('done');
      this.logger.info(about, 'job done');
      if (done !== LOST_RACE) this.record(() => this.failures.forget(job.name, id));
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const busy = openCircuitOf(error) ?? (error instanceof ProviderBusy ? error : null);
      const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
      const gaveUp = busy === null && (isLast || error instanceof NeedsOperator);
      ended(busy !== null ? 'rested' : gaveUp ? 'gave_up' : 'failed');
      const onlyWaits = busy !== null || (error instanceof OutcomeUnknown && error.onlyWaits);
      const failed = { reason, gaveUp, onlyWaits };
      this.record(() => this.failures.note(job.name, id, failed, new Date()));
      if (busy !== null) return this.delay(job, busy.retryAfterMs, token);
      this.logger.warn(
        { ...about, reason, err: error },
        gaveUp ? 'job gave up' : 'job will be retried',
      );
      throw error instanceof NeedsOperator ? new UnrecoverableError(reason) : error;
    }
  }

  /** Delays a job for an unhealthy provider. The delay does not count as an attempt. */
  private async delay(job: Job, retryAfterMs: number, token?: string): Promise<never> {
    const delays = Math.max(0, job.attemptsStarted - job.attemptsMade - 1);
    const delayMs = Math.min(
      JOB_REST_MAX_MS,
      Math.max(retryAfterMs, JOB_REST_FIRST_MS * 2 ** Math.min(delays, 10)),
    );
    await job.moveToDelayed(Date.now() + delayMs * (0.75 + Math.random() / 4), token);
    throw new DelayedError();
  }

  /** Updates the record of failures. An error is only logged. */
  private record(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'failed to record job failure');
    });
  }

  /**
   * Returns the request of a job. A job of the scheduler or the broker continues the last request of
   * its stream. Without a stream the correlation id is the job's trace name or its causation id. It
   * is not the job's id, which may be the id of a user, because spans must not contain it.
   */
  private async requestOf(kind: JobKind, data: QueuedData): Promise<Request> {
    const { id, correlationId, causationId, traceparent } = data;
    if (correlationId !== null) return { correlationId, traceparent };
    const last = await this.store.lastMetadata(streamName(kind, id));
    if (last !== undefined) return last;
    return { correlationId: `${kind.name}-${kind.traceName?.(id) ?? causationId}` };
  }
}

/** Request that a job continues, with its trace if there is one. */
type Request = {
  readonly correlationId: string;
  readonly traceparent?: string | undefined;
};

const spanOf = (job: Job, correlationId: string) => ({
  kind: SpanKind.CONSUMER,
  attributes: {
    'messaging.destination.name': job.queueName,
    'brokerage.attempt': job.attemptsMade + 1,
    'brokerage.correlation_id': correlationId,
  },
});

/** Returns a function that observes the duration. Call it with the outcome when the job ends. */
const stopwatch = ({ queueName: queue, name: job }: Job) => {
  const begunMs = performance.now();
  return (outcome: 'done' | 'failed' | 'gave_up' | 'rested'): void =>
    jobDuration.observe({ queue, job, outcome }, (performance.now() - begunMs) / 1_000);
};

const routes = (kinds: readonly JobKind[], processors: readonly Processor[]) => {
  const byName = new Map(processors.map((processor) => [processor.job.name, processor]));
  const orphans = kinds.filter(({ name }) => !byName.has(name));
  if (orphans.length > 0 || byName.size !== processors.length || kinds.length !== byName.size) {
    throw new Error(
      `Every job needs exactly one processor; without one: ${orphans.map(({ name }) => name).join(', ')}`,
    );
  }
  return byName;
};
