import type { ScheduledJob } from './job-schedule.js';
import type { PollInterval } from '#kernel/jobs/job.js';

type Poll = { readonly count: number; readonly nextMs: number };

/** Number of polls of each scheduled job, and the time of its next poll. */
export class PollSchedule {
  private seen = new Map<string, Poll>();
  private before: ReadonlyMap<string, Poll> = new Map();

  /** Which look this would be, from 1; null while it is too early for one. */
  next(entry: ScheduledJob, nowMs: number): number | null {
    const key = keyOf(entry);
    const last = this.seen.get(key) ?? this.before.get(key);
    if (last === undefined) return 1;
    this.seen.set(key, last);
    return last.nextMs > nowMs ? null : last.count + 1;
  }

  note(entry: ScheduledJob, count: number, again: PollInterval, nowMs: number): void {
    this.seen.set(keyOf(entry), { count, nextMs: nowMs + pauseAfter(again, count) });
  }

  /** To be called after everything due was passed by: what was not is not due any more. */
  forgetUnseen(): void {
    this.before = this.seen;
    this.seen = new Map();
  }
}

const keyOf = ({ member, atMs }: ScheduledJob): string => `${member}@${atMs}`;

const pauseAfter = ({ firstMs, factor, maxMs }: PollInterval, looks: number): number =>
  Math.min(maxMs, firstMs * factor ** Math.min(looks - 1, 20));
