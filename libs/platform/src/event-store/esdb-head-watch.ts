import { performance } from 'node:perf_hooks';
import {
  HEAD_FRESH_MS,
  HEAD_PROBE_IDLE_MS,
  HEAD_PROBE_OWED_MS,
  SUBSCRIPTION_STALLED_MS,
} from '../core/timing.js';

import { esdbTrouble } from './esdb-calls.js';
import { EventLogUnavailable } from './event-log.js';

type Head = { readonly position: bigint | null; readonly askedMs: number };

/**
 * Compares a subscription with the head of the log, which tells both that it is caught up and that
 * it died in silence. A dead server shows within `HEAD_PROBE_IDLE_MS` and the limit of one read.
 */
export class HeadWatch {
  private head: Head | null = null;
  private probing = false;
  private failure: string | null = null;
  private probedMs = -Infinity;
  private waitingSinceMs = performance.now();
  /** The consumer has not yet been told that it is caught up with what it got. */
  private owed = true;

  constructor(
    private readonly readHead: () => Promise<bigint | null>,
    private readonly onAnswer: () => void,
  ) {}

  get pauseMs(): number {
    return this.owed ? HEAD_PROBE_OWED_MS : HEAD_PROBE_IDLE_MS / 4;
  }

  /** Why nothing more is to be expected of the subscription; null while it may go on. */
  get trouble(): string | null {
    if (this.failure !== null) return `the head cannot be read: ${this.failure}`;
    if (this.head === null) return null;
    const sinceMs = Math.max(this.head.askedMs, this.waitingSinceMs);
    const isStalled = performance.now() - sinceMs > SUBSCRIPTION_STALLED_MS;
    return isStalled ? 'it delivers nothing, and there is more' : null;
  }

  /** True once for every time the subscription has reached a head that was read just now. */
  isCaughtUp(last: bigint | null, arrived: boolean): boolean {
    if (arrived) {
      this.owed = true;
      this.waitingSinceMs = performance.now();
    }
    if (this.head === null || !reached(last, this.head.position)) return false;
    const fresh = performance.now() - this.head.askedMs < HEAD_FRESH_MS;
    this.head = null;
    if (!fresh || !this.owed) return false;
    this.owed = false;
    return true;
  }

  /** Call when nothing is waiting to be read. */
  probeIfDue(): void {
    const dueMs = this.probedMs + (this.owed ? HEAD_PROBE_OWED_MS : HEAD_PROBE_IDLE_MS);
    const askedMs = performance.now();
    if (this.probing || this.head !== null || askedMs < dueMs) return;
    this.probedMs = askedMs;
    void this.probe(askedMs);
  }

  private async probe(askedMs: number): Promise<void> {
    this.probing = true;
    try {
      this.head = { position: await this.readHead(), askedMs };
    } catch (error) {
      this.failure = error instanceof EventLogUnavailable ? error.message : esdbTrouble(error);
    }
    this.probing = false;
    this.onAnswer();
  }
}

const reached = (last: bigint | null, head: bigint | null): boolean =>
  head === null || (last !== null && last >= head);
