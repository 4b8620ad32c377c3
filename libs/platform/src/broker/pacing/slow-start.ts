import { PACING_IDLE_MS } from '../../core/timing.js';

const AT_ONCE_FIRST = 8;
const AT_ONCE_MAX = 256;

/**
 * How many calls may be under way at once. Nobody knows what the broker allows of many when there
 * were few of late, so some go first, and each answer lets one more go (as TCP's slow start does).
 */
export class SlowStart {
  private atOnce = AT_ONCE_FIRST;
  private underWay = 0;
  private usedUpMs = -Infinity;

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  get room(): number {
    if (this.nowMs() - this.usedUpMs > PACING_IDLE_MS) this.atOnce = AT_ONCE_FIRST;
    return Math.max(0, this.atOnce - this.underWay);
  }

  begin(): void {
    this.underWay++;
    if (this.underWay >= this.atOnce) this.usedUpMs = this.nowMs();
  }

  end(): void {
    this.underWay--;
  }

  /** Of a call under way. `well`: the broker took it. */
  answered(well: boolean): void {
    this.atOnce = well ? Math.min(AT_ONCE_MAX, this.atOnce + 1) : AT_ONCE_FIRST;
  }
}
