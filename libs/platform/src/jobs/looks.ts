import type { DueEntry } from './due-list.js';
import type { Again } from './job.js';

type Look = { readonly count: number; readonly nextMs: number };

/** How often each due entry was looked at, and when it is to be looked at again. */
export class Looks {
  private seen = new Map<string, Look>();
  private before: ReadonlyMap<string, Look> = new Map();

  /** Which look this would be, from 1; null while it is too early for one. */
  next(entry: DueEntry, nowMs: number): number | null {
    const key = keyOf(entry);
    const last = this.seen.get(key) ?? this.before.get(key);
    if (last === undefined) return 1;
    this.seen.set(key, last);
    return last.nextMs > nowMs ? null : last.count + 1;
  }

  note(entry: DueEntry, count: number, again: Again, nowMs: number): void {
    this.seen.set(keyOf(entry), { count, nextMs: nowMs + pauseAfter(again, count) });
  }

  /** To be called after everything due was passed by: what was not is not due any more. */
  forgetUnseen(): void {
    this.before = this.seen;
    this.seen = new Map();
  }
}

const keyOf = ({ member, atMs }: DueEntry): string => `${member}@${atMs}`;

const pauseAfter = ({ firstMs, factor, maxMs }: Again, looks: number): number =>
  Math.min(maxMs, firstMs * factor ** Math.min(looks - 1, 20));
