import type { Recurring } from '#kernel/concurrency/repeat.js';
import { parseScheduledJobKey } from '#jobs/job-schedule.js';
import type { JobKind } from '#kernel/jobs/job.js';
import type { Queues } from '#jobs/queues.js';
import type { Failures } from '#jobs/failures.js';
import { MINUTE_MS } from '#kernel/duration.js';

/** Interval between searches for jobs that used their last attempt. */
const DEAD_JOBS_POLL_MS = 15_000;
/** Time after its last failure until a job without attempts left is enqueued again. */
const DEAD_JOBS_RETRY_AFTER_MS = MINUTE_MS;
/**
 * Upper limit of a job's pause. A job that waits longer was postponed by a clock that was ahead.
 */
const JOB_PAUSE_MAX_MS = 5 * MINUTE_MS;

/**
 * Enqueues jobs that used their last attempt, once a minute. The job schedule retries most of them
 * sooner; this class covers jobs that only a notification requested, or that somebody removed. A
 * success removes the record. It also releases jobs that a wrong clock postponed by hours.
 */
export class DeadLetterRetrier implements Recurring {
  readonly everyMs = DEAD_JOBS_POLL_MS;
  readonly failed = 'failed to retry dead letters';
  readonly work = () => this.look(Date.now());
  private readonly jobs: ReadonlyMap<string, JobKind>;

  constructor(
    private readonly failures: Pick<Failures, 'all'>,
    private readonly queues: Pick<Queues, 'add' | 'hasten'>,
    jobs: readonly JobKind[],
  ) {
    this.jobs = new Map(jobs.map((job) => [job.name, job]));
  }

  /**
   * The absolute age also covers records with a future time, which a clock wrote before it was set
   * back.
   */
  async look(nowMs: number): Promise<void> {
    await this.queues.hasten(nowMs + JOB_PAUSE_MAX_MS);
    const deadLetters = [...(await this.failures.all())].flatMap(([member, { gaveUp, lastAt }]) => {
      const { jobName, id } = parseScheduledJobKey(member);
      const job = this.jobs.get(jobName);
      const ageMs = Math.abs(nowMs - Date.parse(lastAt));
      // A job with attempts left reports nothing for this long only if somebody removed it.
      const retryAfterMs = gaveUp ? DEAD_JOBS_RETRY_AFTER_MS : JOB_PAUSE_MAX_MS;
      if (job === undefined || ageMs < retryAfterMs) return [];
      const data = { id, correlationId: null, causationId: 'parked' };
      const jobId = `${jobName}-${id}-parked-${nowMs}`;
      return [{ job, jobId, data, again: true, byClock: true }];
    });
    await this.queues.add(deadLetters);
  }
}
