import type { Logger } from '../core/logger.js';
import { repeatUntilAborted } from '../core/repeat.js';
import { DEAD_JOBS_POLL_MS, DEAD_JOBS_RETRY_AFTER_MS, JOB_PAUSE_MAX_MS } from '../core/timing.js';
import { parseDueMember } from '../jobs/due-list.js';
import type { JobKind } from '../jobs/job.js';
import type { Queues } from '../jobs/queues.js';
import type { Failures } from './failures.js';

/**
 * Nudges jobs that used their last attempt once a minute. Most stand in the due list and come sooner
 * by that; this is for those that a hint alone asked for, or that somebody removed. What succeeds is
 * no longer noted. And jobs whose next attempt a clock put off that was ahead by hours, and was set
 * right since, make it now.
 */
export class ParkedJobs {
  private readonly jobs: ReadonlyMap<string, JobKind>;

  constructor(
    private readonly failures: Pick<Failures, 'all'>,
    private readonly queues: Pick<Queues, 'add' | 'hasten'>,
    jobs: readonly JobKind[],
    private readonly logger: Logger,
  ) {
    this.jobs = new Map(jobs.map((job) => [job.name, job]));
  }

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const repeated = { signal, everyMs: DEAD_JOBS_POLL_MS, logger: this.logger };
    await repeatUntilAborted({ ...repeated, failed: 'parked jobs wait' }, () =>
      this.look(Date.now()),
    );
  }

  /** A note from the future is of a clock that was set back since: it is old enough too. */
  async look(nowMs: number): Promise<void> {
    await this.queues.hasten(nowMs + JOB_PAUSE_MAX_MS);
    const parked = [...(await this.failures.all())].flatMap(([member, { gaveUp, lastAt }]) => {
      const { jobName, id } = parseDueMember(member);
      const job = this.jobs.get(jobName);
      const ageMs = Math.abs(nowMs - Date.parse(lastAt));
      // Of one with attempts left nothing is heard for so long only when somebody removed it.
      const restMs = gaveUp ? DEAD_JOBS_RETRY_AFTER_MS : JOB_PAUSE_MAX_MS;
      if (job === undefined || ageMs < restMs) return [];
      const data = { id, correlationId: null, causationId: 'parked' };
      const jobId = `${jobName}-${id}-parked-${nowMs}`;
      return [{ job, jobId, data, again: true, byClock: true }];
    });
    await this.queues.add(parked);
  }
}
