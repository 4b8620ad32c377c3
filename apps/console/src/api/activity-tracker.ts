import { CONSOLE_PRESENCE_MS } from '../timing.js';

/**
 * Finds the requests that a person caused. An input counts only for the first request after it, so that
 * automatic polling does not keep the session of an absent person alive.
 */
export class ActivityTracker {
  /** `inputAtMs` is the time of the page load, which counts as an input. */
  constructor(private inputAtMs: number | null) {}

  input(nowMs: number): void {
    this.inputAtMs = nowMs;
  }

  /** Returns whether a person caused a request sent now. Call it once per request. */
  isBehind(nowMs: number): boolean {
    const atMs = this.inputAtMs;
    this.inputAtMs = null;
    return atMs !== null && nowMs - atMs < CONSOLE_PRESENCE_MS;
  }
}
