import { setImmediate as nextTurn } from 'node:timers/promises';
import { SLICE_MS } from '../timing.js';

/** Cuts long work into slices, between which the event loop serves others. */
export class TimeSlice {
  private beganMs = performance.now();

  /** To be called often: it waits only when a slice is over. */
  async yieldToEventLoop(): Promise<void> {
    if (performance.now() - this.beganMs < SLICE_MS) return;
    await nextTurn();
    this.beganMs = performance.now();
  }
}
