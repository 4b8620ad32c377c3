import { CONSOLE_PRESENCE_MS } from '../timing.js';

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
    return atMs !== null && nowMs - atMs < CONSOLE_PRESENCE_MS;
  }
}
