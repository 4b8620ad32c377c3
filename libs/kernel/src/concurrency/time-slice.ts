import { setImmediate as nextTurn } from 'node:timers/promises';
import { SLICE_MS } from '../timing.js';

/** Cuts long work into slices, between which the event loop serves others. */
export class TimeSlice {
  private beganMs = performance.now();

  /** Waits for one turn of the event loop if the slice is over. Call it often. */
  async yieldToEventLoop(): Promise<void> {
    if (performance.now() - this.beganMs < SLICE_MS) return;
    await nextTurn();
    this.beganMs = performance.now();
  }
}
