import { Failures } from '#jobs/failures.js';
import { repeatUntilAborted } from '#kernel/concurrency/repeat.js';
import { DeadLetterRetrier } from '#operations/attention/dead-letter-retrier.js';
import type { Logger } from '#kernel/logger.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { Dispatcher } from '#jobs/dispatcher.js';
import { JobSchedule } from '#jobs/job-schedule.js';
import { Scheduler } from '#jobs/scheduler.js';
import type { Queues } from '#jobs/queues.js';
import type { ReadStore } from '#read-models/read-store.js';
import type { RedisClient } from '#redis/script.js';
import { part } from '../features.js';

type Parts = {
  readonly log: EventLog;
  readonly redis: RedisClient;
  readonly queues: Queues;
  readonly readStore: ReadStore;
  readonly logger: Logger;
};

/** Work of the leading projector: it dispatches jobs and runs the job schedule. */
export class ProjectorWork {
  private dispatcher: Dispatcher | null = null;

  constructor(private readonly parts: Parts) {}

  /** Runs until the signal aborts. */
  readonly run = async (signal: AbortSignal): Promise<void> => {
    const { log, redis, queues, readStore, logger } = this.parts;
    const dispatcher = new Dispatcher(log, readStore, queues, part.policies, logger);
    const recurring = [
      new Scheduler(new JobSchedule(readStore), queues, part.jobs),
      new DeadLetterRetrier(new Failures(redis), queues, part.jobs),
    ];
    this.dispatcher = dispatcher;
    await Promise.all([dispatcher.run(signal), repeatUntilAborted(recurring, signal, logger)]);
    this.dispatcher = null;
  };

  /** @throws {Error} if the dispatcher does not read the log for jobs. */
  requireFollowing(): void {
    if (this.dispatcher?.following !== true)
      throw new Error('the dispatcher is not following the log');
  }
}
