import type { ScheduledJob } from './job-schedule.js';
import type { PollInterval } from '#kernel/jobs/job.js';

type Poll = { readonly count: number; readonly nextMs: number };

/** Number of polls of each scheduled job, and the time of its next poll. */
export class PollSchedule {
  private seen = new Map<string, Poll>();
  private before: ReadonlyMap<string, Poll> = new Map();

  /** Returns the number of the poll that is due, from 1; null before its time. */
  next(entry: ScheduledJob, nowMs: number): number | null {
    const key = keyOf(entry);
    const last = this.seen.get(key) ?? this.before.get(key);
    if (last === undefined) return 1;
    this.seen.set(key, last);
    return last.nextMs > nowMs ? null : last.count + 1;
  }

  note(entry: ScheduledJob, count: number, interval: PollInterval, nowMs: number): void {
    this.seen.set(keyOf(entry), { count, nextMs: nowMs + pauseAfter(interval, count) });
  }

  /** Removes entries of canceled jobs. Call it after `next` was called for all due entries. */
  forgetUnseen(): void {
    this.before = this.seen;
    this.seen = new Map();
  }
}

const keyOf = ({ member, atMs }: ScheduledJob): string => `${member}@${atMs}`;

const pauseAfter = ({ firstMs, factor, maxMs }: PollInterval, polls: number): number =>
  Math.min(maxMs, firstMs * factor ** Math.min(polls - 1, 20));
