import { crashPoint } from '#kernel/crash-points.js';
import type { Logger } from '#kernel/logger.js';
import { doubling, retryUntilAborted } from '#kernel/concurrency/retry.js';
import {
  type EventLog,
  EventLogDenied,
  type RecordedEvent,
  unopened,
} from '#kernel/event-store/event-log.js';
import { catchUp } from '#kernel/event-store/catch-up.js';
import { isSameLog } from '#kernel/event-store/log-fingerprint.js';
import { categoryOf } from '#kernel/event-store/stream.js';
import { BEGINNING, after, checkpointAfter } from '#read-models/checkpoint-position.js';
import type { Checkpoint } from '#read-models/checkpoints.js';
import type { ReadStore } from '#read-models/read-store.js';
import type { QueuedJob, Queues } from './queues.js';
import type { RegisteredPolicy } from './registry.js';
import { FairPriority } from './fair-priority.js';

/** Pause before the dispatcher retries after an error. */
const DISPATCHER_RETRY_MS = 500;

const CHECKPOINT = 'dispatcher';

/** Returns the position up to which events are dispatched, null before the first. */
export const dispatcherPosition = async (store: Checkpoints): Promise<bigint | null> =>
  (await store.place(CHECKPOINT))?.position ?? null;

type Checkpoints = Pick<ReadStore, 'place' | 'keepPlace'>;

/**
 * Turns events into jobs, in log order. The checkpoint moves after the queues accepted the jobs, so
 * a crash repeats jobs and loses none. Without a checkpoint, or after a restore of the log, it
 * begins at the head: the job schedule holds all earlier open work and enqueues it.
 */
export class Dispatcher {
  private readonly policies: ReadonlyMap<string, RegisteredPolicy>;
  private readonly turns = new FairPriority();
  /** Whether the dispatcher follows the log, and does not wait for a store. */
  following = false;

  constructor(
    private readonly log: EventLog,
    private readonly store: Checkpoints,
    private readonly queues: Queues,
    policies: readonly RegisteredPolicy[],
    private readonly logger: Logger,
  ) {
    this.policies = new Map(policies.map((each) => [each.category, each]));
  }

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const start = await this.retried(() => this.start(signal), signal);
    if (start === undefined) return;
    let dispatched = start;
    this.following = true;
    const from = { log: unopened(this.log), after: after(start), signal, isLive: true };
    await catchUp(from, async (events) => {
      dispatched = checkpointAfter(events, dispatched);
      const jobs = events.flatMap((event) => this.jobsFor(event));
      await this.retried(async () => {
        crashPoint('dispatcher.queueing');
        if (jobs.length > 0) await this.queues.add(jobs);
        crashPoint('dispatcher.queued');
        await this.store.keepPlace(CHECKPOINT, dispatched);
      }, signal);
    });
  }

  private async start(signal: AbortSignal): Promise<Checkpoint> {
    const saved = await this.store.place(CHECKPOINT);
    if (saved !== null && (await isSameLog(this.log, saved.mark, signal)) === true) return saved;
    if (saved !== null) this.logger.warn({}, 'restart dispatcher after a restore of the log');
    const head = await this.log.head();
    return head === null ? BEGINNING : { position: head, mark: '' };
  }

  private jobsFor(event: RecordedEvent): QueuedJob[] {
    try {
      const jobActions = this.policies.get(categoryOf(event.stream))?.jobActions(event) ?? [];
      return jobActions
        .filter(({ kind }) => kind === 'enqueue')
        .map(({ job, id }) => ({
          job,
          jobId: `${job.name}-${id}-${event.position}`,
          data: { id, ...followedBy(event) },
          turn: this.turns.next(`${job.queue} ${event.metadata.partnerId}`, Date.now()),
        }));
    } catch (error) {
      const { position, stream, type } = event;
      const about = { position: `${position}`, stream, type };
      this.logger.error({ ...about, err: error }, 'event not dispatched');
      return [];
    }
  }

  /** Retries the work while a store is unavailable. Returns undefined only after an abort. */
  private retried<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
    const when = (error: unknown) => {
      this.following = false;
      return !(error instanceof EventLogDenied);
    };
    const onRetry = (error: unknown) => this.logger.warn({ err: error }, 'dispatcher waits');
    const options = { signal, backoff: doubling(DISPATCHER_RETRY_MS), when, onRetry };
    return retryUntilAborted(options, async () => {
      const result = await work();
      this.following = true;
      return result;
    });
  }
}

const followedBy = ({ id, metadata: { correlationId, traceparent } }: RecordedEvent) => ({
  correlationId,
  causationId: id,
  ...(traceparent === undefined ? {} : { traceparent }),
});
