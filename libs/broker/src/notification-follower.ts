import { randomUUID } from 'node:crypto';
import type { Broker, BrokerNotification, NotificationBatch } from './broker.js';
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
const NOTIFICATIONS_RETRY_MS = 1_000;
/** Wait for our own call's response, which makes most notifications unnecessary. */
const NOTIFICATIONS_OWN_RESPONSE_MS = 1_000;
/** Pause after a small batch, so that the next notifications arrive together. */
const NOTIFICATIONS_PAUSE_MS = 50;

type NotificationOf<Stream extends BrokerNotification['stream']> = Extract<
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
export type NotificationTargets = {
  readonly [Stream in BrokerNotification['stream']]: (
    notification: NotificationOf<Stream>,
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
    private readonly targets: NotificationTargets,
    private readonly logger: Logger,
    private readonly ownResponseMs = NOTIFICATIONS_OWN_RESPONSE_MS,
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
    await retryUntilAborted(
      { signal, backoff: doubling(NOTIFICATIONS_RETRY_MS), onRetry },
      async () => {
        const cursor = await this.redis.get(cursorKey(stream));
        for await (const batch of this.broker.notifications(stream, cursor, signal)) {
          await this.jobAction(stream, batch, signal);
          if (batch.notifications.length < SMALL) await pause(NOTIFICATIONS_PAUSE_MS, signal);
        }
        throw new Error('the broker ended the stream');
      },
    );
  }

  private async jobAction(
    stream: BrokerNotification['stream'],
    { notifications, cursor }: NotificationBatch,
    signal: AbortSignal,
  ): Promise<void> {
    const jobs: QueuedJob[] = [];
    for (const notification of notifications) {
      const target = await this.targetOf(notification);
      if (target === null) continue;
      const job = jobOf(target, notification.eventId);
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
    await pause(this.ownResponseMs);
    try {
      if (!signal.aborted && (await isUnanswered())) await this.queues.add([job]);
    } catch (error) {
      this.logger.warn({ jobId: job.jobId, err: error }, 'failed to follow notification');
    }
  }

  /** Returns null if the target cannot be found, so that other notifications are still followed. */
  private async targetOf(notification: BrokerNotification): Promise<NotificationTarget> {
    try {
      return await this.targetIn(notification);
    } catch (error) {
      if (error instanceof EventLogUnavailable) throw error;
      const { stream, eventId } = notification;
      this.logger.warn({ stream, eventId, err: error }, 'failed to follow notification');
      return null;
    }
  }

  private targetIn(
    notification: BrokerNotification,
  ): NotificationTarget | Promise<NotificationTarget> {
    switch (notification.stream) {
      case 'accounts':
        return this.targets.accounts(notification);
      case 'journals':
        return this.targets.journals(notification);
      case 'trades':
        return this.targets.trades(notification);
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
