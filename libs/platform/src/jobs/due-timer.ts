import { crashPoint } from '../core/crash-points.js';
import type { Logger } from '../core/logger.js';
import { repeatUntilAborted } from '../core/repeat.js';
import { DUE_ROUND_MS, DUE_TICK_MS } from '../core/timing.js';
import type { DueEntry, DueList } from './due-list.js';
import { parseDueMember } from './due-list.js';
import type { JobKind } from './job.js';
import { Looks } from './looks.js';
import type { QueuedJob, Queues } from './queues.js';

const ROUND_ENTRIES_PER_TICK = 1_000;
/** Of what became due since the last tick; what is beyond is found by the round. */
const FRESH_ENTRIES_MAX = 10_000;

type Page = readonly DueEntry[];

/**
 * Nudges what is due, again and again until an event clears the entry. What has just become due is
 * nudged in the next tick, whatever else is open; all that is due is looked at in rounds, so many
 * entries a tick, so that none keeps another one waiting for long. The pauses are kept in memory
 * only: after a restart everything due is looked at once more, which is harmless.
 */
export class DueTimer {
  private readonly looks = new Looks();
  private readonly jobs: ReadonlyMap<string, JobKind>;
  private round: AsyncIterator<Page> | null = null;
  private nextRoundMs = 0;
  /** What became due by then was nudged as fresh; null before the first tick. */
  private nudgedByMs: number | null = null;

  constructor(
    private readonly list: Pick<DueList, 'pages'>,
    private readonly queues: Pick<Queues, 'add'>,
    jobs: readonly JobKind[],
    private readonly logger: Logger,
  ) {
    this.jobs = new Map(jobs.map((job) => [job.name, job]));
  }

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const repeated = { signal, everyMs: DUE_TICK_MS, logger: this.logger };
    await repeatUntilAborted({ ...repeated, failed: 'due list waits' }, () =>
      this.tick(Date.now(), performance.now()).catch((error: unknown) => {
        this.round = null;
        throw error;
      }),
    );
  }

  /** `elapsedMs` is of a clock that nobody sets: the pauses between two looks go by it. */
  async tick(nowMs: number, elapsedMs: number): Promise<void> {
    await this.nudgeFresh(nowMs, elapsedMs);
    if (this.round === null && elapsedMs >= this.nextRoundMs) {
      this.round = this.list.pages(nowMs)[Symbol.asyncIterator]();
      this.nextRoundMs = elapsedMs + DUE_ROUND_MS;
    }
    if (this.round !== null) await this.walkOn(this.round, elapsedMs);
  }

  private async nudgeFresh(nowMs: number, elapsedMs: number): Promise<void> {
    let seen = 0;
    if (this.nudgedByMs !== null)
      for await (const page of this.list.pages(nowMs, this.nudgedByMs)) {
        await this.nudge(page, elapsedMs);
        seen += page.length;
        if (seen >= FRESH_ENTRIES_MAX) break;
      }
    this.nudgedByMs = nowMs;
  }

  private async walkOn(round: AsyncIterator<Page>, elapsedMs: number): Promise<void> {
    for (let seen = 0; seen < ROUND_ENTRIES_PER_TICK;) {
      const next = await round.next();
      if (next.done === true) {
        this.looks.forgetUnseen();
        this.round = null;
        return;
      }
      await this.nudge(next.value, elapsedMs);
      seen += next.value.length;
    }
  }

  private async nudge(page: Page, elapsedMs: number): Promise<void> {
    const ready = page.flatMap((entry) => {
      const { jobName, id } = parseDueMember(entry.member);
      const job = this.jobs.get(jobName);
      if (job === undefined) return [];
      const looks = this.looks.next(entry, elapsedMs);
      return looks === null ? [] : [{ entry, looks, queued: toJob(job, id, entry, looks) }];
    });
    if (ready.length === 0) return;
    await this.queues.add(ready.map(({ queued }) => queued));
    crashPoint('due.nudged');
    for (const { entry, looks, queued } of ready)
      this.looks.note(entry, looks, queued.job.again, elapsedMs);
  }
}

const toJob = (job: JobKind, id: string, { atMs }: DueEntry, looks: number): QueuedJob => ({
  job,
  jobId: `${job.name}-${id}-due-${atMs}-${looks}-${Math.floor(Date.now() / 1_000)}`,
  data: { id, correlationId: null, causationId: `due-${atMs}` },
  again: looks > 1,
  byClock: true,
});
