import type { Redis } from 'ioredis';
import type { Broker, BrokerHint } from '../broker/broker.js';
import { crashPoint } from '../core/crash-points.js';
import type { Logger } from '../core/logger.js';
import { pause } from '../core/pause.js';
import { brokerStreamInterruptions } from '../signals/metrics.js';
import type { JobKind } from './job.js';
import type { QueuedJob, Queues } from './queues.js';

type HintOf<Stream extends BrokerHint['stream']> = Extract<BrokerHint, { readonly stream: Stream }>;

/** What a hint is about: the job that looks the truth up, and its id. Null: nothing of ours. */
export type HintTarget = { readonly job: JobKind; readonly id: string } | null;

/** One entry per broker stream; features say what their stream's hints are about. */
export type HintTargets = {
  readonly [Stream in BrokerHint['stream']]: (
    hint: HintOf<Stream>,
  ) => HintTarget | Promise<HintTarget>;
};

const RETRY_MS = 1_000;

/**
 * Follows the broker's event streams and nudges the job that asks the broker how things stand. The
 * cursor moves after the nudge; a lost cursor loses nothing that the due list does not look at.
 */
export class BrokerHints {
  constructor(
    private readonly broker: Broker,
    private readonly redis: Redis,
    private readonly queues: Queues,
    private readonly targets: HintTargets,
    private readonly logger: Logger,
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
        for await (const hints of this.broker.hints(stream, cursor, signal))
          await this.nudge(stream, hints);
      } catch (error) {
        brokerStreamInterruptions.inc({ stream });
        this.logger.warn({ stream, error: String(error) }, 'broker stream interrupted');
        await pause(RETRY_MS, signal);
      }
    }
  }

  private async nudge(stream: BrokerHint['stream'], hints: readonly BrokerHint[]): Promise<void> {
    const jobs = await Promise.all(hints.map((hint) => this.jobFor(hint)));
    await this.queues.add(jobs.filter((job) => job !== null));
    crashPoint('hint.nudged');
    const last = hints.at(-1);
    if (last !== undefined) await this.redis.set(cursorKey(stream), last.eventId);
  }

  private async jobFor(hint: BrokerHint): Promise<QueuedJob | null> {
    const target = await this.targetOf(hint);
    if (target === null) return null;
    const { job, id } = target;
    const causationId = `hint-${hint.eventId}`;
    const data = { id, correlationId: null, causationId };
    return { job, jobId: `${job.name}-${id}-${causationId}`, data };
  }

  private targetOf(hint: BrokerHint): HintTarget | Promise<HintTarget> {
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

const cursorKey = (stream: string) => `broker-hints:${stream}`;
