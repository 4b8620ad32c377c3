import type { Redis } from 'ioredis';
import { Failures } from '#platform/attention/failures.js';
import { ParkedJobs } from '#platform/attention/parked-jobs.js';
import type { Logger } from '#platform/core/logger.js';
import type { EventLog, RecordedEvent } from '#platform/event-store/event-log.js';
import { Dispatcher } from '#platform/jobs/dispatcher.js';
import { DueTimer } from '#platform/jobs/due-timer.js';
import type { Queues } from '#platform/jobs/queues.js';
import type { Work } from '#platform/lease/one-at-work.js';
import { DueList } from '#platform/read-models/due-list.js';
import { ProjectionRunner } from '#platform/read-models/projection-runner.js';
import { part, projections } from '../parts.js';

type Parts = {
  readonly log: EventLog;
  readonly redis: Redis;
  readonly queues: Queues;
  readonly logger: Logger;
};

/** A partner's books begin with its first event. */
export const opensPartner = ({ stream, revision }: RecordedEvent): boolean =>
  stream.startsWith('partner-') && revision === 0n;

/** Events to read models, events to jobs, and the timer of what is due. */
export class ProjectorWork {
  private runners: readonly ProjectionRunner[] = [];
  private dispatcher: Dispatcher | null = null;

  constructor(private readonly parts: Parts) {}

  /** What the holder of the lease does, until it is ended. */
  readonly begin: Work = () => {
    const { log, redis, queues, logger } = this.parts;
    const stop = new AbortController();
    const runners = projections.map(
      (projection) => new ProjectionRunner({ redis, log, logger, projection, opensPartner }),
    );
    // They are stopped one by one: a signal that so many listen to looks like a leak.
    for (const runner of runners) runner.start();
    const dispatcher = new Dispatcher(log, redis, queues, part.workflows, logger);
    const running = [
      dispatcher,
      new DueTimer(new DueList(redis), queues, part.jobs, logger),
      new ParkedJobs(new Failures(redis), queues, part.jobs, logger),
    ].map((each) => each.run(stop.signal));
    [this.runners, this.dispatcher] = [runners, dispatcher];
    const end = async () => {
      [this.runners, this.dispatcher] = [[], null];
      stop.abort();
      await Promise.all([...running, ...runners.map((runner) => runner.stop())]);
    };
    return { end };
  };

  /** How many read models it feeds. @throws {Error} naming what does not read the log. */
  standing(): string {
    const idle = projections.filter((_, i) => this.runners[i]?.feeding !== true);
    if (idle.length > 0)
      throw new Error(`nothing feeds ${idle.map(({ name }) => name).join(', ')}`);
    if (this.dispatcher?.following !== true) throw new Error('the dispatcher waits');
    return `${projections.length} read models`;
  }
}
