import { Failures } from '#platform/attention/failures.js';
import { ParkedJobs } from '#platform/attention/parked-jobs.js';
import type { Logger } from '#platform/core/logger.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { Dispatcher } from '#platform/jobs/dispatcher.js';
import { DueList } from '#platform/jobs/due-list.js';
import { DueTimer } from '#platform/jobs/due-timer.js';
import type { Queues } from '#platform/jobs/queues.js';
import { UnbracedQueues } from '#platform/jobs/unbraced-queues.js';
import type { Work } from '#platform/lease/one-at-work.js';
import { ReadSide } from '#platform/read-store/read-side.js';
import type { ReadStore } from '#platform/read-store/read-store.js';
import type { RedisClient } from '#platform/redis/script.js';
import { part } from '../parts.js';

type Parts = {
  readonly log: EventLog;
  readonly redis: RedisClient;
  readonly queues: Queues;
  readonly readStore: ReadStore;
  readonly shards: number;
  readonly logger: Logger;
};

/** What one projector does for all: it fills read models, has jobs queued, and times what is due. */
export class ProjectorWork {
  private dispatcher: Dispatcher | null = null;

  constructor(private readonly parts: Parts) {}

  /** What the holder of the lease does, until it is ended. */
  readonly begin: Work = () => {
    const { log, redis, queues, readStore, shards, logger } = this.parts;
    const stop = new AbortController();
    const dispatcher = new Dispatcher(log, readStore, queues, part.workflows, logger);
    const running = [
      new ReadSide({ store: readStore, log, logger, shards }),
      dispatcher,
      new DueTimer(new DueList(readStore.engine), queues, part.jobs, logger),
      new ParkedJobs(new Failures(redis), queues, part.jobs, logger),
      new UnbracedQueues(redis, queues, part.jobs, logger),
    ].map((each) => each.run(stop.signal));
    this.dispatcher = dispatcher;
    const end = async () => {
      this.dispatcher = null;
      stop.abort();
      await Promise.all(running);
    };
    return { end };
  };

  /** @throws {Error} when the log is not read for jobs. */
  requireFollowing(): void {
    if (this.dispatcher?.following !== true) throw new Error('the dispatcher waits');
  }
}
