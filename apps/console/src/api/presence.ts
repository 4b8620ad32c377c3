/** As long as pages wait before they ask by themselves, and a moment: an input counts by then. */
const COUNTS_FOR_MS = 6_000;

/**
 * Which requests somebody caused. An input is behind the first request after it and behind no other,
 * so that pages that ask by themselves do not keep the session of an empty chair alive.
 */
export class Presence {
  /** Whoever loads a page is there. */
  constructor(private inputAtMs: number | null) {}

  input(nowMs: number): void {
    this.inputAtMs = nowMs;
  }

  /** Whether somebody is behind a request that is sent now; asked once for each. */
  isBehind(nowMs: number): boolean {
    const atMs = this.inputAtMs;
    this.inputAtMs = null;
    return atMs !== null && nowMs - atMs < COUNTS_FOR_MS;
  }
}
