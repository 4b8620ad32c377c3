import type { Recurring } from '#kernel/concurrency/repeat.js';
import { parseScheduledJobKey } from '#jobs/job-schedule.js';
import type { JobKind } from '#kernel/jobs/job.js';
import type { Queues } from '#jobs/queues.js';
import type { Failures } from '#jobs/failures.js';
import { MINUTE_MS } from '#kernel/duration.js';

/** Jobs that used their last attempt are looked for this often. */
const DEAD_JOBS_POLL_MS = 15_000;
/** Such a job is queued again this long after its last failure. */
const DEAD_JOBS_RETRY_AFTER_MS = MINUTE_MS;
/** No pause of a job is this long: one that waits for longer was put off by a clock that was ahead. */
const JOB_PAUSE_MAX_MS = 5 * MINUTE_MS;

/**
 * Enqueues jobs that used their last attempt, once a minute. The job schedule retries most of them
 * sooner; this class covers jobs that only a notification requested, or that somebody removed. A
 * success removes the record. It also releases jobs that a wrong clock postponed by hours.
 */
export class DeadLetterRetrier implements Recurring {
  readonly everyMs = DEAD_JOBS_POLL_MS;
  readonly failed = 'dead letters wait';
  readonly work = () => this.look(Date.now());
  private readonly jobs: ReadonlyMap<string, JobKind>;

  constructor(
    private readonly failures: Pick<Failures, 'all'>,
    private readonly queues: Pick<Queues, 'add' | 'hasten'>,
    jobs: readonly JobKind[],
  ) {
    this.jobs = new Map(jobs.map((job) => [job.name, job]));
  }

  /** A note from the future is of a clock that was set back since: it is old enough too. */
  async look(nowMs: number): Promise<void> {
    await this.queues.hasten(nowMs + JOB_PAUSE_MAX_MS);
    const deadLetters = [...(await this.failures.all())].flatMap(([member, { gaveUp, lastAt }]) => {
      const { jobName, id } = parseScheduledJobKey(member);
      const job = this.jobs.get(jobName);
      const ageMs = Math.abs(nowMs - Date.parse(lastAt));
      // A job with attempts left is silent for this long only if somebody removed it.
      const restMs = gaveUp ? DEAD_JOBS_RETRY_AFTER_MS : JOB_PAUSE_MAX_MS;
      if (job === undefined || ageMs < restMs) return [];
      const data = { id, correlationId: null, causationId: 'parked' };
      const jobId = `${jobName}-${id}-parked-${nowMs}`;
      return [{ job, jobId, data, again: true, byClock: true }];
    });
    await this.queues.add(deadLetters);
  }
}
