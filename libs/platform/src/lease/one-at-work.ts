import type { Logger } from '../core/logger.js';
import { repeatUntilAborted } from '../core/repeat.js';
import { LEASE_BEAT_MS, LEASE_LOST_MS } from '../core/timing.js';
import type { Lease } from './lease.js';

/** Begins work that goes on until it is ended. */
export type Work = () => { readonly end: () => Promise<void> };

/**
 * Has the work done while the lease is ours, and ended when another process has it. While Redis is
 * away whoever is at work stays so: nobody can take over, and all of the work goes through Redis.
 */
export class OneAtWork {
  private running: ReturnType<Work> | null = null;
  private lookedMs = -Infinity;

  constructor(
    private readonly lease: Pick<Lease, 'hold' | 'leave' | 'term'>,
    private readonly work: Work,
    private readonly logger: Logger,
  ) {}

  /** @throws {Error} when the lease could not be looked at for `LEASE_LOST_MS`. */
  standing(): 'at work' | 'standing by' {
    if (performance.now() - this.lookedMs > LEASE_LOST_MS)
      throw new Error('the lease is out of reach');
    return this.running === null ? 'standing by' : 'at work';
  }

  /** Runs until the signal aborts; then the work is ended and the lease left to others. */
  async run(signal: AbortSignal): Promise<void> {
    const repeated = { signal, everyMs: LEASE_BEAT_MS, isShared: true, logger: this.logger };
    await repeatUntilAborted({ ...repeated, failed: 'lease not renewed' }, () => this.beat());
    await this.end();
    await this.lease.leave().catch(() => undefined);
  }

  /** One look at the lease, and what follows from it. */
  async beat(): Promise<void> {
    const mine = await this.lease.hold();
    this.lookedMs = performance.now();
    if (mine && this.running === null) {
      this.running = this.work();
      this.logger.info({ term: await this.lease.term() }, 'at work');
    }
    if (!mine && this.running !== null) {
      this.logger.warn({}, 'another one is at work; standing by');
      await this.end();
    }
  }

  private async end(): Promise<void> {
    const ending = this.running;
    this.running = null;
    await ending?.end();
  }
}
