import { crashPoint } from '#kernel/crash-points.js';
import type { Recurring } from '#kernel/concurrency/repeat.js';
import type { ScheduledJob, JobSchedule } from './job-schedule.js';
import { parseScheduledJobKey } from './job-schedule.js';
import type { JobKind } from '#kernel/jobs/job.js';
import { PollSchedule } from './poll-schedule.js';
import type { QueuedJob, Queues } from './queues.js';

/** The due timer looks this often for what has just become due. */
const SCHEDULE_TICK_MS = 250;
/** The due timer begins a round over everything due at most this often. */
const SCHEDULE_ROUND_MS = 1_000;

const ROUND_ENTRIES_PER_TICK = 1_000;
/** Limit of jobs that became due since the last tick. A round finds the rest. */
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
  private readonly looks = new PollSchedule();
  private readonly jobs: ReadonlyMap<string, JobKind>;
  private round: AsyncIterator<Page> | null = null;
  private nextRoundMs = 0;
  /** Jobs that became due by then were enqueued as new; null before the first tick. */
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

  /** `elapsedMs` is of a clock that nobody sets: the pauses between two looks go by it. */
  async tick(nowMs: number, elapsedMs: number): Promise<void> {
    await this.enqueueFresh(nowMs, elapsedMs);
    if (this.round === null && elapsedMs >= this.nextRoundMs) {
      this.round = this.list.pages(nowMs)[Symbol.asyncIterator]();
      this.nextRoundMs = elapsedMs + SCHEDULE_ROUND_MS;
    }
    if (this.round !== null) await this.walkOn(this.round, elapsedMs);
  }

  private async enqueueFresh(nowMs: number, elapsedMs: number): Promise<void> {
    let seen = 0;
    if (this.enqueuedByMs !== null)
      for await (const page of this.list.pages(nowMs, this.enqueuedByMs)) {
        await this.jobAction(page, elapsedMs);
        seen += page.length;
        if (seen >= FRESH_ENTRIES_MAX) break;
      }
    this.enqueuedByMs = nowMs;
  }

  private async walkOn(round: AsyncIterator<Page>, elapsedMs: number): Promise<void> {
    for (let seen = 0; seen < ROUND_ENTRIES_PER_TICK;) {
      const next = await round.next();
      if (next.done === true) {
        this.looks.forgetUnseen();
        this.round = null;
        return;
      }
      await this.jobAction(next.value, elapsedMs);
      seen += next.value.length;
    }
  }

  private async jobAction(page: Page, elapsedMs: number): Promise<void> {
    const ready = page.flatMap((entry) => {
      const { jobName, id } = parseScheduledJobKey(entry.member);
      const job = this.jobs.get(jobName);
      if (job === undefined) return [];
      const looks = this.looks.next(entry, elapsedMs);
      return looks === null ? [] : [{ entry, looks, queued: toJob(job, id, entry, looks) }];
    });
    if (ready.length === 0) return;
    await this.queues.add(ready.map(({ queued }) => queued));
    crashPoint('schedule.enqueued');
    for (const { entry, looks, queued } of ready)
      this.looks.note(entry, looks, queued.job.poll, elapsedMs);
  }
}

const toJob = (job: JobKind, id: string, { atMs }: ScheduledJob, looks: number): QueuedJob => ({
  job,
  jobId: `${job.name}-${id}-due-${atMs}-${looks}-${Math.floor(Date.now() / 1_000)}`,
  data: { id, correlationId: null, causationId: `due-${atMs}` },
  again: looks > 1,
  byClock: true,
});
