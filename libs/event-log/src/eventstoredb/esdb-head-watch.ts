import { performance } from 'node:perf_hooks';

import { esdbTrouble } from './esdb-calls.js';
import { EventLogUnavailable } from '#kernel/event-store/event-log.js';

/** Interval of reads of the head while the subscriber is not known to be caught up. */
export const HEAD_PROBE_BEHIND_MS = 50;
/** Interval of reads of the head afterwards, to detect a subscription that stopped silently. */
export const HEAD_PROBE_IDLE_MS = 2_000;
/** Time without a delivery, although the head is ahead, after which a subscription is broken. */
const SUBSCRIPTION_STALLED_MS = 2_000;
/** Age up to which a response with the head counts. */
const HEAD_FRESH_MS = 1_000;

type Head = { readonly position: bigint | null; readonly readMs: number };

/**
 * Compares a subscription with the head of the log, to find that it is caught up or that it stopped
 * silently. Detects a dead server within `HEAD_PROBE_IDLE_MS` and the timeout of one read.
 */
export class HeadWatch {
  private head: Head | null = null;
  private probing = false;
  private failure: string | null = null;
  private probedMs = -Infinity;
  private waitingSinceMs = performance.now();
  /** Whether the subscription has not been caught up yet. */
  private isBehind = true;

  constructor(
    private readonly readHead: () => Promise<bigint | null>,
    private readonly onHead: () => void,
  ) {}

  get pauseMs(): number {
    return this.isBehind ? HEAD_PROBE_BEHIND_MS : HEAD_PROBE_IDLE_MS / 4;
  }

  /** Reason why the subscription is broken, null while it works. */
  get trouble(): string | null {
    if (this.failure !== null) return `the head cannot be read: ${this.failure}`;
    if (this.head === null) return null;
    const sinceMs = Math.max(this.head.readMs, this.waitingSinceMs);
    const isStalled = performance.now() - sinceMs > SUBSCRIPTION_STALLED_MS;
    return isStalled ? 'it does not deliver the events up to the head' : null;
  }

  /**
   * Returns true once the subscription has reached a head that was just read. Afterwards the server
   * sends new events at once, so a batch that empties the buffer is caught up without another read.
   */
  isCaughtUp(last: bigint | null, arrived: number, isEmptied: boolean): boolean {
    if (arrived > 0) this.waitingSinceMs = performance.now();
    const { head } = this;
    const isReached = head !== null && reached(last, head.position);
    if (isReached) this.head = null;
    if (!this.isBehind) return arrived > 0 && isEmptied;
    if (!isReached || performance.now() - head.readMs >= HEAD_FRESH_MS) return false;
    this.isBehind = false;
    return true;
  }

  /** Reads the head if it is due. Call it while the buffer is empty. */
  probeIfDue(): void {
    const dueMs = this.probedMs + (this.isBehind ? HEAD_PROBE_BEHIND_MS : HEAD_PROBE_IDLE_MS);
    const readMs = performance.now();
    if (this.probing || this.head !== null || readMs < dueMs) return;
    this.probedMs = readMs;
    void this.probe(readMs);
  }

  private async probe(readMs: number): Promise<void> {
    this.probing = true;
    try {
      this.head = { position: await this.readHead(), readMs };
    } catch (error) {
      this.failure = error instanceof EventLogUnavailable ? error.message : esdbTrouble(error);
    }
    this.probing = false;
    this.onHead();
  }
}

const reached = (last: bigint | null, head: bigint | null): boolean =>
  head === null || (last !== null && last >= head);
