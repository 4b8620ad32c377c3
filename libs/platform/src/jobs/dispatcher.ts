import { crashPoint } from '../core/crash-points.js';
import type { Logger } from '../core/logger.js';
import { pause } from '../core/pause.js';
import { DISPATCHER_RETRY_MS } from '../core/timing.js';
import { type EventLog, type RecordedEvent, unopened } from '../event-store/event-log.js';
import { readMark, stands } from '../event-store/log-mark.js';
import { categoryOf } from '../event-store/stream.js';
import { BEGINNING, after, placeAfter } from '../read-store/places.js';
import type { Place } from '../read-store/checkpoints.js';
import type { ReadStore } from '../read-store/read-store.js';
import type { QueuedJob, Queues } from './queues.js';
import type { RegisteredWorkflow } from './registry.js';
import { Turns } from './turns.js';

const CHECKPOINT = 'dispatcher';

/** Up to where events have become jobs; null before the first one. */
export const dispatcherPosition = async (store: Checkpoints): Promise<bigint | null> =>
  (await store.place(CHECKPOINT))?.position ?? null;

type Checkpoints = Pick<ReadStore, 'place' | 'keepPlace'>;

/**
 * Events to jobs, in log order. The checkpoint moves after the queues took the jobs, so a crash
 * repeats nudges and loses none. Without a checkpoint, or with one of a log that was put back since,
 * it begins at the head: what was open before stands in the due list, which nudges it.
 */
export class Dispatcher {
  private readonly workflows: ReadonlyMap<string, RegisteredWorkflow>;
  private readonly turns = new Turns();
  /** Whether it reads the log, and waits for nobody. */
  following = false;

  constructor(
    private readonly log: EventLog,
    private readonly store: Checkpoints,
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
    for await (const { events } of unopened(this.log).subscribe(after(start), signal)) {
      if (events.length === 0) continue;
      taken = placeAfter(events, taken);
      const jobs = events.flatMap((event) => this.jobsFor(event));
      await this.persistently(async () => {
        crashPoint('dispatcher.queueing');
        if (jobs.length > 0) await this.queues.add(jobs);
        crashPoint('dispatcher.queued');
        await this.store.keepPlace(CHECKPOINT, taken);
      }, signal);
    }
  }

  private async start(signal: AbortSignal): Promise<Place> {
    const saved = await this.store.place(CHECKPOINT);
    const mark = saved === null ? null : readMark(saved.mark);
    if (saved !== null && mark !== null && (await stands(this.log, mark, signal))) return saved;
    if (saved !== null) this.logger.warn({}, 'the log was put back: the dispatcher begins anew');
    const head = await this.log.head();
    return head === null ? BEGINNING : { position: head, mark: '' };
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
          turn: this.turns.next(`${job.queue} ${event.metadata.partnerId}`, Date.now()),
        }));
    } catch (error) {
      const { position, stream, type } = event;
      const about = { position: `${position}`, stream, type };
      this.logger.error({ ...about, err: error }, 'event not dispatched');
      return [];
    }
  }

  /** The stores may be away for long; nothing is skipped. `undefined` only after an abort. */
  private async persistently<T>(work: () => Promise<T>, signal: AbortSignal) {
    while (!signal.aborted) {
      try {
        const done = await work();
        this.following = true;
        return done;
      } catch (error) {
        this.following = false;
        this.logger.warn({ err: error }, 'dispatcher waits');
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
