/** Detects a position that does not move although it is behind. */
export class StallDetector {
  private last: bigint | null = null;
  private sinceMs = 0;

  /** Returns for how many ms the position has been behind the head without moving. */
  lastsMs(position: bigint, head: bigint | null, nowMs: number): number {
    const isBehind = head !== null && position < head;
    if (!isBehind || position !== this.last) this.sinceMs = nowMs;
    this.last = position;
    return nowMs - this.sinceMs;
  }
}
