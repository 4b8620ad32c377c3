/** Notices that a position does not move although it should. */
export class Stall {
  private last: bigint | null = null;
  private sinceMs = 0;

  /** For how long, in ms, the position has been behind the head without moving. */
  lastsMs(position: bigint, head: bigint | null, nowMs: number): number {
    const isBehind = head !== null && position < head;
    if (!isBehind || position !== this.last) this.sinceMs = nowMs;
    this.last = position;
    return nowMs - this.sinceMs;
  }
}
