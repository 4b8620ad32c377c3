import { randomUUID } from 'node:crypto';
import type { Broker, BrokerHint, HintBatch } from '../broker/broker.js';
import { crashPoint } from '../core/crash-points.js';
import { deterministicId } from '../core/ids.js';
import type { Logger } from '../core/logger.js';
import { pause } from '../core/pause.js';
import { HINTS_OWN_ANSWER_MS, HINTS_REST_MS, HINTS_RETRY_MS } from '../core/timing.js';
import { brokerStreamInterruptions } from '../signals/metrics.js';
import { EventLogUnavailable } from '../event-store/event-log.js';
import type { JobKind } from './job.js';
import type { QueuedJob, Queues } from './queues.js';
import type { RedisClient } from '../redis/script.js';

type HintOf<Stream extends BrokerHint['stream']> = Extract<BrokerHint, { readonly stream: Stream }>;

/** What a hint is about: the job that looks the truth up, and its id. Null: nothing of ours, or no news. */
export type HintTarget = {
  readonly job: JobKind;
  readonly id: string;
  /** For what the answer to our own call tells as well: nudged if a second later it has not come. */
  readonly isUnanswered?: () => Promise<boolean>;
} | null;

/** One entry per broker stream; features say what their stream's hints are about. */
export type HintTargets = {
  readonly [Stream in BrokerHint['stream']]: (
    hint: HintOf<Stream>,
  ) => HintTarget | Promise<HintTarget>;
};

const SMALL = 20;

/**
 * Follows the broker's event streams and nudges the job that asks the broker how things stand. The
 * cursor moves after the nudge; a lost cursor loses nothing that the due list does not look at.
 */
export class BrokerHints {
  constructor(
    private readonly broker: Broker,
    private readonly redis: RedisClient,
    private readonly queues: Queues,
    private readonly targets: HintTargets,
    private readonly logger: Logger,
    private readonly ownAnswerMs = HINTS_OWN_ANSWER_MS,
  ) {}

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(
      (['accounts', 'journals', 'trades'] as const).map((stream) => this.follow(stream, signal)),
    );
  }

  private async follow(stream: BrokerHint['stream'], signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const cursor = await this.redis.get(cursorKey(stream));
        for await (const batch of this.broker.hints(stream, cursor, signal)) {
          await this.nudge(stream, batch, signal);
          if (batch.hints.length < SMALL) await pause(HINTS_REST_MS, signal);
        }
      } catch (error) {
        brokerStreamInterruptions.inc({ stream });
        this.logger.warn({ stream, err: error }, 'broker stream interrupted');
        await pause(HINTS_RETRY_MS, signal);
      }
    }
  }

  private async nudge(
    stream: BrokerHint['stream'],
    { hints, cursor }: HintBatch,
    signal: AbortSignal,
  ): Promise<void> {
    const jobs: QueuedJob[] = [];
    for (const hint of hints) {
      const target = await this.targetOf(hint);
      if (target === null) continue;
      const job = jobOf(target, hint.eventId);
      if (target.isUnanswered === undefined) jobs.push(job);
      else void this.nudgeLater(job, target.isUnanswered, signal);
    }
    await this.queues.add(jobs);
    crashPoint('hint.nudged');
    if (cursor !== null) await this.redis.set(cursorKey(stream), cursor);
  }

  /** Best effort, as every hint is. Does not listen to the signal: there may be hundreds of these. */
  private async nudgeLater(
    job: QueuedJob,
    isUnanswered: () => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<void> {
    await pause(this.ownAnswerMs);
    try {
      if (!signal.aborted && (await isUnanswered())) await this.queues.add([job]);
    } catch (error) {
      this.logger.warn({ jobId: job.jobId, err: error }, 'hint not followed');
    }
  }

  /** One that cannot be told is not followed: the others are. */
  private async targetOf(hint: BrokerHint): Promise<HintTarget> {
    try {
      return await this.targetIn(hint);
    } catch (error) {
      if (error instanceof EventLogUnavailable) throw error;
      const { stream, eventId } = hint;
      this.logger.warn({ stream, eventId, err: error }, 'hint not followed');
      return null;
    }
  }

  private targetIn(hint: BrokerHint): HintTarget | Promise<HintTarget> {
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

/** Queues take no colon in an id; a hint without an id of its own is a new one each time. */
const causeOf = (eventId: string | null): string => {
  if (eventId === null) return `hint-${randomUUID()}`;
  return `hint-${PLAIN_ID.test(eventId) ? eventId : deterministicId('hint', eventId)}`;
};

const jobOf = ({ job, id }: NonNullable<HintTarget>, eventId: string | null): QueuedJob => {
  const causationId = causeOf(eventId);
  const data = { id, correlationId: null, causationId };
  return { job, jobId: `${job.name}-${id}-${causationId}`, data };
};

const cursorKey = (stream: string) => `broker-hints:${stream}`;
