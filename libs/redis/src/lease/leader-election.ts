import type { Logger } from '#kernel/logger.js';
import { repeatUntilAborted } from '#kernel/concurrency/repeat.js';
import type { Lease } from './lease.js';
import { LEASE_HEARTBEAT_MS } from '../timing.js';

/** A projector that could not look at the lease for this long is not ready. */
const LEASE_LOST_MS = 5_000;

/** Begins work that goes on until it is ended. */
export type Work = () => { readonly end: () => Promise<void> };

/**
 * Runs the work while this process holds the lease, and ends it when another process holds it.
 * While Redis is unavailable the leader stays leader: nobody can take over, and all of its work
 * goes through Redis.
 */
export class LeaderElection {
  private running: ReturnType<Work> | null = null;
  private lookedMs = -Infinity;

  constructor(
    private readonly lease: Pick<Lease, 'hold' | 'leave' | 'term'>,
    private readonly work: Work,
    private readonly logger: Logger,
  ) {}

  /** @throws {Error} when the lease could not be read for `LEASE_LOST_MS`. */
  standing(): 'leader' | 'follower' {
    if (performance.now() - this.lookedMs > LEASE_LOST_MS)
      throw new Error('the lease is out of reach');
    return this.running === null ? 'follower' : 'leader';
  }

  /** Runs until the signal aborts; then the work is ended and the lease left to others. */
  async run(signal: AbortSignal): Promise<void> {
    const repeated = { signal, everyMs: LEASE_HEARTBEAT_MS, isShared: true, logger: this.logger };
    await repeatUntilAborted({ ...repeated, failed: 'lease not renewed' }, () => this.heartbeat());
    await this.end();
    await this.lease.leave().catch(() => undefined);
  }

  /** One look at the lease, and what follows from it. */
  async heartbeat(): Promise<void> {
    const mine = await this.lease.hold();
    this.lookedMs = performance.now();
    if (mine && this.running === null) {
      this.running = this.work();
      this.logger.info({ term: await this.lease.term() }, 'become leader');
    }
    if (!mine && this.running !== null) {
      this.logger.warn({}, 'become follower');
      await this.end();
    }
  }

  private async end(): Promise<void> {
    const ending = this.running;
    this.running = null;
    await ending?.end();
  }
}
