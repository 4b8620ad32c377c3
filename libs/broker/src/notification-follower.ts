import { randomUUID } from 'node:crypto';
import type { Broker, BrokerNotification, HintBatch } from './broker.js';
import { crashPoint } from '#kernel/crash-points.js';
import { deterministicId } from '#kernel/ids.js';
import type { Logger } from '#kernel/logger.js';
import { pause } from '#kernel/concurrency/pause.js';
import { doubling, retryUntilAborted } from '#kernel/concurrency/retry.js';
import { brokerStreamInterruptions } from '#kernel/metrics.js';
import { EventLogUnavailable } from '#kernel/event-store/event-log.js';
import type { JobKind } from '#kernel/jobs/job.js';
import type { QueuedJob, Queues } from '#jobs/queues.js';
import type { RedisClient } from '#redis/script.js';

/** Pause before the follower of a broker stream restarts after a failure or an end. */
const HINTS_RETRY_MS = 1_000;
/** Wait for our own call's response, which makes most notifications unnecessary. */
const NOTIFICATIONS_OWN_RESPONSE_MS = 1_000;
/** Pause after a small batch, so that the next notifications arrive together. */
const NOTIFICATIONS_PAUSE_MS = 50;

type HintOf<Stream extends BrokerNotification['stream']> = Extract<
  BrokerNotification,
  { readonly stream: Stream }
>;

/**
 * The job that reads the current state, and its id. Null for a third-party record or a notification
 * without news.
 */
export type NotificationTarget = {
  readonly job: JobKind;
  readonly id: string;
  /**
   * Set if the response to our own call also confirms the change. The job is enqueued only if no
   * response arrived within a second.
   */
  readonly isUnanswered?: () => Promise<boolean>;
} | null;

/** One entry per broker stream. Features map the notifications of their stream to jobs. */
export type HintTargets = {
  readonly [Stream in BrokerNotification['stream']]: (
    hint: HintOf<Stream>,
  ) => NotificationTarget | Promise<NotificationTarget>;
};

const SMALL = 20;

/**
 * Follows the broker's event streams and enqueues the job that reads the current state. The cursor
 * moves after the job is enqueued. If the cursor is lost, the job schedule still reads every open
 * record.
 */
export class NotificationFollower {
  constructor(
    private readonly broker: Broker,
    private readonly redis: RedisClient,
    private readonly queues: Queues,
    private readonly targets: HintTargets,
    private readonly logger: Logger,
    private readonly ownAnswerMs = NOTIFICATIONS_OWN_RESPONSE_MS,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(
      (['accounts', 'journals', 'trades'] as const).map((stream) => this.follow(stream, signal)),
    );
  }

  private async follow(stream: BrokerNotification['stream'], signal: AbortSignal): Promise<void> {
    const onRetry = (error: unknown) => {
      brokerStreamInterruptions.inc({ stream });
      this.logger.warn({ stream, err: error }, 'broker stream interrupted');
    };
    await retryUntilAborted({ signal, backoff: doubling(HINTS_RETRY_MS), onRetry }, async () => {
      const cursor = await this.redis.get(cursorKey(stream));
      for await (const batch of this.broker.hints(stream, cursor, signal)) {
        await this.jobAction(stream, batch, signal);
        if (batch.hints.length < SMALL) await pause(NOTIFICATIONS_PAUSE_MS, signal);
      }
      throw new Error('the broker ended the stream');
    });
  }

  private async jobAction(
    stream: BrokerNotification['stream'],
    { hints, cursor }: HintBatch,
    signal: AbortSignal,
  ): Promise<void> {
    const jobs: QueuedJob[] = [];
    for (const hint of hints) {
      const target = await this.targetOf(hint);
      if (target === null) continue;
      const job = jobOf(target, hint.eventId);
      if (target.isUnanswered === undefined) jobs.push(job);
      else void this.enqueueLater(job, target.isUnanswered, signal);
    }
    await this.queues.add(jobs);
    crashPoint('notification.enqueued');
    if (cursor !== null) await this.redis.set(cursorKey(stream), cursor);
  }

  /**
   * Best effort, like every notification. Does not add a listener to the signal, because hundreds
   * of these may wait.
   */
  private async enqueueLater(
    job: QueuedJob,
    isUnanswered: () => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<void> {
    await pause(this.ownAnswerMs);
    try {
      if (!signal.aborted && (await isUnanswered())) await this.queues.add([job]);
    } catch (error) {
      this.logger.warn({ jobId: job.jobId, err: error }, 'failed to follow notification');
    }
  }

  /** Returns null if the target cannot be found, so that other notifications are still followed. */
  private async targetOf(hint: BrokerNotification): Promise<NotificationTarget> {
    try {
      return await this.targetIn(hint);
    } catch (error) {
      if (error instanceof EventLogUnavailable) throw error;
      const { stream, eventId } = hint;
      this.logger.warn({ stream, eventId, err: error }, 'failed to follow notification');
      return null;
    }
  }

  private targetIn(hint: BrokerNotification): NotificationTarget | Promise<NotificationTarget> {
    switch (hint.stream) {
      case 'accounts':
        return this.targets.accounts(hint);
      case 'journals':
        return this.targets.journals(hint);
      case 'trades':
        return this.targets.trades(hint);
    }
  }
}

const PLAIN_ID = /^[\w-]{1,64}$/;

/** Queues reject colons in ids. A notification without an id counts as new each time. */
const causeOf = (eventId: string | null): string => {
  if (eventId === null) return `hint-${randomUUID()}`;
  return `hint-${PLAIN_ID.test(eventId) ? eventId : deterministicId('hint', eventId)}`;
};

const jobOf = ({ job, id }: NonNullable<NotificationTarget>, eventId: string | null): QueuedJob => {
  const causationId = causeOf(eventId);
  const data = { id, correlationId: null, causationId };
  return { job, jobId: `${job.name}-${id}-${causationId}`, data };
};

const cursorKey = (stream: string) => `broker-hints:${stream}`;
