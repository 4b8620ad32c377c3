/** Idle time after which only a few calls may begin at once, until they get responses. */
const PACING_IDLE_MS = 1_000;

const AT_ONCE_FIRST = 8;
const AT_ONCE_MAX = 256;

/**
 * Limits concurrent calls. After an idle time the broker's capacity is unknown, so a few calls
 * begin and each response admits one more, like the slow start of TCP.
 */
export class SlowStart {
  private atOnce = AT_ONCE_FIRST;
  private inFlight = 0;
  private usedUpMs = -Infinity;

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  get room(): number {
    if (this.nowMs() - this.usedUpMs > PACING_IDLE_MS) this.atOnce = AT_ONCE_FIRST;
    return Math.max(0, this.atOnce - this.inFlight);
  }

  begin(): void {
    this.inFlight++;
    if (this.inFlight >= this.atOnce) this.usedUpMs = this.nowMs();
  }

  end(): void {
    this.inFlight--;
  }

  /** Records the response to a call. `accepted`: the broker did not throttle it. */
  record(accepted: boolean): void {
    this.atOnce = accepted ? Math.min(AT_ONCE_MAX, this.atOnce + 1) : AT_ONCE_FIRST;
  }
}
