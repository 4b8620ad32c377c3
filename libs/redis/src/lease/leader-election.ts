import type { Logger } from '#kernel/logger.js';
import type { LeaseGroup } from './lease-group.js';
import { ShardAssignment } from './shard-assignment.js';

/** Time without a read of the lease after which a process is not ready. */
const LEASE_LOST_MS = 5_000;

/**
 * Runs the work while this process leads, and ends it when another process leads. While Redis is
 * unavailable the leader stays leader: other processes cannot take over, and its work needs Redis.
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

  /** @throws {Error} the lease could not be read for `LEASE_LOST_MS` */
  standing(): 'leader' | 'follower' {
    if (performance.now() - this.assignment.lookedMs > LEASE_LOST_MS)
      throw new Error('the lease cannot be read');
    return this.assignment.held.length === 0 ? 'follower' : 'leader';
  }

  /** Runs until the signal aborts. At the end it stops the work and releases the lease. */
  run(signal: AbortSignal): Promise<void> {
    return this.assignment.run(signal);
  }
}
