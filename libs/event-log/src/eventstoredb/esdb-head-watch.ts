import { performance } from 'node:perf_hooks';

import { esdbTrouble } from './esdb-calls.js';
import { EventLogUnavailable } from '#kernel/event-store/event-log.js';

/** The head is asked for this often while a subscriber wants to know if it is caught up. */
export const HEAD_PROBE_OWED_MS = 50;
/** The head is asked for this often otherwise, to notice a subscription that died in silence. */
export const HEAD_PROBE_IDLE_MS = 2_000;
/** A subscription that delivers nothing for this long although the head is ahead has died. */
const SUBSCRIPTION_STALLED_MS = 2_000;
/** An older answer about the head says nothing about now. */
const HEAD_FRESH_MS = 1_000;

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
  /** Whether the consumer must still learn that it has caught up. */
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

  /**
   * True once the subscription has reached a head that was read just now. From then on the server sends
   * each event as it comes, so a batch that leaves nothing unread is caught up without another call.
   */
  isCaughtUp(last: bigint | null, arrived: number, isEmptied: boolean): boolean {
    if (arrived > 0) this.waitingSinceMs = performance.now();
    const { head } = this;
    const isReached = head !== null && reached(last, head.position);
    if (isReached) this.head = null;
    if (!this.owed) return arrived > 0 && isEmptied;
    if (!isReached || performance.now() - head.askedMs >= HEAD_FRESH_MS) return false;
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
