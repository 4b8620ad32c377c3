import type { Logger } from '#kernel/logger.js';
import type { LeaseGroup } from './lease-group.js';
import { ShardAssignment } from './shard-assignment.js';

/** A process that could not read the lease for this long is not ready. */
const LEASE_LOST_MS = 5_000;

/**
 * Runs the work while this process leads, and ends it when another process leads. While Redis is
 * unavailable the leader stays leader: nobody can take over, and all of its work goes through Redis.
 */
export class LeaderElection {
  private readonly assignment: ShardAssignment;

  constructor(
    leases: Pick<LeaseGroup, 'look' | 'leave' | 'leaveAll'>,
    work: (signal: AbortSignal) => Promise<unknown>,
    logger: Logger,
  ) {
    const run = async (_: string, signal: AbortSignal) => {
      logger.info({}, 'become leader');
      await work(signal);
      logger.info({}, 'become follower');
    };
    const tasks = { names: async () => ['leader'], run };
    this.assignment = new ShardAssignment(leases, tasks, logger);
  }

  /** @throws {Error} when the lease could not be read for `LEASE_LOST_MS`. */
  standing(): 'leader' | 'follower' {
    if (performance.now() - this.assignment.lookedMs > LEASE_LOST_MS)
      throw new Error('the lease is out of reach');
    return this.assignment.held.length === 0 ? 'follower' : 'leader';
  }

  /** Runs until the signal aborts; then the work is ended and the lease left to others. */
  run(signal: AbortSignal): Promise<void> {
    return this.assignment.run(signal);
  }
}
