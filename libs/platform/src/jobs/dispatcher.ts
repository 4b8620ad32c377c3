import type { Redis } from 'ioredis';
import { crashPoint } from '../core/crash-points.js';
import type { Logger } from '../core/logger.js';
import { pause } from '../core/pause.js';
import { DISPATCHER_RETRY_MS } from '../core/timing.js';
import type { EventLog, RecordedEvent } from '../event-store/event-log.js';
import { type LogMark, markOf, markText, readMark, stands } from '../event-store/log-mark.js';
import { categoryOf } from '../event-store/stream.js';
import type { QueuedJob, Queues } from './queues.js';
import type { RegisteredWorkflow } from './registry.js';

const CHECKPOINT = 'dispatcher:checkpoint';

/** Up to where events have become jobs; null before the first one. */
export const dispatcherPosition = async (redis: Redis): Promise<bigint | null> =>
  read((await redis.get(CHECKPOINT)) ?? '')?.position ?? null;

/**
 * Events to jobs, in log order. The checkpoint moves after the queues took the jobs, so a crash
 * repeats nudges and loses none. Without a checkpoint, or with one of a log that was put back since,
 * it begins at the head: what was open before stands in the due list, which nudges it.
 */
export class Dispatcher {
  private readonly workflows: ReadonlyMap<string, RegisteredWorkflow>;
  /** Whether it reads the log, and waits for nobody. */
  following = false;

  constructor(
    private readonly log: EventLog,
    private readonly redis: Redis,
    private readonly queues: Queues,
    workflows: readonly RegisteredWorkflow[],
    private readonly logger: Logger,
  ) {
    this.workflows = new Map(workflows.map((each) => [each.category, each]));
  }

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const start = await this.persistently(() => this.start(signal), signal);
    if (start === undefined) return;
    let taken = start;
    this.following = true;
    for await (const { events } of this.log.subscribe(start, signal)) {
      const mark = markOf(events, taken);
      if (mark === null) continue;
      taken = events.at(-1)?.position ?? taken;
      const jobs = events.flatMap((event) => this.jobsFor(event));
      await this.persistently(async () => {
        crashPoint('dispatcher.queueing');
        if (jobs.length > 0) await this.queues.add(jobs);
        crashPoint('dispatcher.queued');
        await this.redis.set(CHECKPOINT, textOf(taken, mark));
      }, signal);
    }
  }

  private async start(signal: AbortSignal): Promise<bigint | null> {
    const saved = read((await this.redis.get(CHECKPOINT)) ?? '');
    if (saved !== null && (await stands(this.log, saved.mark, signal))) return saved.position;
    if (saved !== null) this.logger.warn({}, 'the log was put back: the dispatcher begins anew');
    return this.log.head();
  }

  private jobsFor(event: RecordedEvent): QueuedJob[] {
    try {
      const nudges = this.workflows.get(categoryOf(event.stream))?.nudges(event) ?? [];
      return nudges
        .filter(({ kind }) => kind === 'now')
        .map(({ job, id }) => ({
          job,
          jobId: `${job.name}-${id}-${event.position}`,
          data: { id, ...followedBy(event) },
        }));
    } catch (error) {
      const { position, stream, type } = event;
      const reason = String(error);
      this.logger.error({ position: `${position}`, stream, type, reason }, 'event not dispatched');
      return [];
    }
  }

  /** Redis may be away for long; nothing is skipped. `undefined` only after an abort. */
  private async persistently<T>(work: () => Promise<T>, signal: AbortSignal) {
    while (!signal.aborted) {
      try {
        const done = await work();
        this.following = true;
        return done;
      } catch (error) {
        this.following = false;
        this.logger.warn({ error: String(error) }, 'dispatcher waits');
        await pause(DISPATCHER_RETRY_MS, signal);
      }
    }
    return undefined;
  }
}

const followedBy = ({ id, metadata: { correlationId, traceparent } }: RecordedEvent) => ({
  correlationId,
  causationId: id,
  ...(traceparent === undefined ? {} : { traceparent }),
});

/** Position and mark in one text: written and read together. */
const textOf = (position: bigint | null, mark: LogMark): string =>
  `${position ?? ''}@${markText(mark)}`;

const read = (text: string): { readonly position: bigint; readonly mark: LogMark } | null => {
  const [, position, rest = ''] = /^(\d+)@(.+)$/.exec(text) ?? [];
  const mark = readMark(rest);
  return position === undefined || mark === null ? null : { position: BigInt(position), mark };
};
