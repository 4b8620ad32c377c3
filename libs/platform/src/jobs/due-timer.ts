import type { Logger } from '../core/logger.js';
import { pause } from '../core/pause.js';
import type { DueEntry, DueList } from '../read-models/due-list.js';
import { parseDueMember } from './due-list.projection.js';
import type { Again, JobKind } from './job.js';
import type { Queues } from './queues.js';

const TICK_MS = 250;
const ENTRIES_PER_TICK_MAX = 1_000;

type Look = { readonly looks: number; readonly nextMs: number };

/**
 * Nudges what is due, again and again until an event clears the entry. The pauses are kept in
 * memory only: after a restart everything due is looked at once more, which is harmless.
 */
export class DueTimer {
  private looked = new Map<string, Look>();
  private readonly jobs: ReadonlyMap<string, JobKind>;

  constructor(
    private readonly list: DueList,
    private readonly queues: Queues,
    jobs: readonly JobKind[],
    private readonly logger: Logger,
  ) {
    this.jobs = new Map(jobs.map((job) => [job.name, job]));
  }

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.tick(Date.now());
      } catch (error) {
        this.logger.warn({ error: String(error) }, 'due list waits');
      }
      await pause(TICK_MS, signal);
    }
  }

  private async tick(nowMs: number): Promise<void> {
    const entries = await this.list.due(nowMs, ENTRIES_PER_TICK_MAX);
    const still = new Map<string, Look>();
    const ready = entries.flatMap((entry) => {
      const { jobName, id } = parseDueMember(entry.member);
      const job = this.jobs.get(jobName);
      if (job === undefined) return [];
      const key = `${entry.member}@${entry.atMs}`;
      const last = this.looked.get(key);
      if (last !== undefined && last.nextMs > nowMs) {
        still.set(key, last);
        return [];
      }
      const looks = (last?.looks ?? 0) + 1;
      still.set(key, { looks, nextMs: nowMs + pauseAfter(job.again, looks) });
      return [toJob(job, id, entry, looks)];
    });
    await this.queues.add(ready);
    this.looked = still;
  }
}

const pauseAfter = ({ firstMs, factor, maxMs }: Again, looks: number): number =>
  Math.min(maxMs, firstMs * factor ** Math.min(looks - 1, 20));

const toJob = (job: JobKind, id: string, { atMs }: DueEntry, looks: number) => ({
  job,
  jobId: `${job.name}-${id}-due-${atMs}-${looks}-${Math.floor(Date.now() / 1_000)}`,
  data: { id, correlationId: null, causationId: `due-${atMs}` },
});
