import { crashPoint } from '#kernel/crash-points.js';
import type { Recurring } from '#kernel/concurrency/repeat.js';
import type { ScheduledJob, JobSchedule } from './job-schedule.js';
import { parseScheduledJobKey } from './job-schedule.js';
import type { JobKind } from '#kernel/jobs/job.js';
import { PollSchedule } from './poll-schedule.js';
import type { QueuedJob, Queues } from './queues.js';

/** Interval at which the scheduler looks for newly due jobs. */
const SCHEDULE_TICK_MS = 250;
/** Shortest interval between the starts of two rounds over all due jobs. */
const SCHEDULE_ROUND_MS = 1_000;

const ROUND_ENTRIES_PER_TICK = 1_000;
/** Limit of newly due jobs in a tick. A round finds the others. */
const FRESH_ENTRIES_MAX = 10_000;

type Page = readonly ScheduledJob[];

/**
 * Enqueues due jobs repeatedly until an event cancels them. A newly due job is enqueued in the next
 * tick. Rounds go through all due jobs, a number of entries per tick, so that no entry delays
 * another. The pauses are in memory only: after a restart every due job is enqueued once more,
 * which is harmless.
 */
export class Scheduler implements Recurring {
  readonly everyMs = SCHEDULE_TICK_MS;
  readonly failed = 'failed to enqueue due jobs';
  private readonly polls = new PollSchedule();
  private readonly jobs: ReadonlyMap<string, JobKind>;
  private round: AsyncIterator<Page> | null = null;
  private nextRoundMs = 0;
  /** Time up to which newly due jobs were enqueued, null before the first tick. */
  private enqueuedByMs: number | null = null;

  constructor(
    private readonly list: Pick<JobSchedule, 'pages'>,
    private readonly queues: Pick<Queues, 'add'>,
    jobs: readonly JobKind[],
  ) {
    this.jobs = new Map(jobs.map((job) => [job.name, job]));
  }

  readonly work = () =>
    this.tick(Date.now(), performance.now()).catch((error: unknown) => {
      this.round = null;
      throw error;
    });

  /** Enqueues jobs that are due at `nowMs`. `elapsedMs`: monotonic clock for the pauses. */
  async tick(nowMs: number, elapsedMs: number): Promise<void> {
    await this.enqueueFresh(nowMs, elapsedMs);
    if (this.round === null && elapsedMs >= this.nextRoundMs) {
      this.round = this.list.pages(nowMs)[Symbol.asyncIterator]();
      this.nextRoundMs = elapsedMs + SCHEDULE_ROUND_MS;
    }
    if (this.round !== null) await this.continueRound(this.round, elapsedMs);
  }

  private async enqueueFresh(nowMs: number, elapsedMs: number): Promise<void> {
    let seen = 0;
    if (this.enqueuedByMs !== null)
      for await (const page of this.list.pages(nowMs, this.enqueuedByMs)) {
        await this.enqueue(page, elapsedMs);
        seen += page.length;
        if (seen >= FRESH_ENTRIES_MAX) break;
      }
    this.enqueuedByMs = nowMs;
  }

  private async continueRound(round: AsyncIterator<Page>, elapsedMs: number): Promise<void> {
    for (let seen = 0; seen < ROUND_ENTRIES_PER_TICK;) {
      const next = await round.next();
      if (next.done === true) {
        this.polls.forgetUnseen();
        this.round = null;
        return;
      }
      await this.enqueue(next.value, elapsedMs);
      seen += next.value.length;
    }
  }

  private async enqueue(page: Page, elapsedMs: number): Promise<void> {
    const ready = page.flatMap((entry) => {
      const { jobName, id } = parseScheduledJobKey(entry.member);
      const job = this.jobs.get(jobName);
      if (job === undefined) return [];
      const poll = this.polls.next(entry, elapsedMs);
      return poll === null ? [] : [{ entry, poll, queued: toJob(job, id, entry, poll) }];
    });
    if (ready.length === 0) return;
    await this.queues.add(ready.map(({ queued }) => queued));
    crashPoint('schedule.enqueued');
    for (const { entry, poll, queued } of ready)
      this.polls.note(entry, poll, queued.job.poll, elapsedMs);
  }
}

const toJob = (job: JobKind, id: string, { atMs }: ScheduledJob, poll: number): QueuedJob => ({
  job,
  jobId: `${job.name}-${id}-due-${atMs}-${poll}-${Math.floor(Date.now() / 1_000)}`,
  data: { id, correlationId: null, causationId: `due-${atMs}` },
  again: poll > 1,
  byClock: true,
});
