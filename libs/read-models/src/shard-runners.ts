import type { Logger } from '#kernel/logger.js';
import { pause } from '#kernel/concurrency/pause.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import type { ShardTasks } from '#redis/lease/shard-assignment.js';
import { ProjectionRunner } from './projection-runner.js';
import { resetIfLogReplaced } from './log-replacement.js';
import type { ReadStore } from './read-store.js';
import { shardOf } from './shards.js';
import { Warnings } from './warnings.js';
import { READ_STORE_POLL_MS } from './timing.js';

/** Applies new events to the shards of the active table set that are assigned to this process. */
export class ShardRunners implements ShardTasks {
  private readonly running = new Set<string>();
  private readonly warnings: Warnings;
  private isOfThisLog = false;
  private count = 0;

  constructor(
    private readonly store: ReadStore,
    private readonly log: EventLog,
    private readonly logger: Logger,
  ) {
    this.warnings = new Warnings(logger);
  }

  /**
   * @throws {Error} if an assigned shard is not running, or, with `hasAny`, if there are no shards
   */
  standing(held: readonly string[], hasAny: boolean): string {
    const idle = held.filter((name) => !this.running.has(name));
    if (idle.length > 0) throw new Error(`shards are not running: ${idle.join(', ')}`);
    if (hasAny && this.count === 0) throw new Error('the read models have no shards to run');
    return `${held.length} of ${this.count} shards`;
  }

  /** Returns all shards; empty before anything is active. @throws {ReadStoreUnavailable} */
  readonly names = async (signal: AbortSignal): Promise<readonly string[]> => {
    await this.resetIfLogReplaced(signal);
    const places = await this.store.checkpoints();
    this.count = places.length;
    return places.map(({ shard }) => shard.name);
  };

  readonly begin = (name: string): { readonly end: () => Promise<void> } => {
    const stop = new AbortController();
    const running = this.run(name, stop.signal);
    const end = async () => {
      stop.abort();
      await running;
    };
    return { end };
  };

  private async run(name: string, signal: AbortSignal): Promise<void> {
    const { store, log, logger } = this;
    const shard = shardOf(name);
    if (shard === null) throw new RangeError(`not a shard: ${name}`);
    while (!signal.aborted) {
      try {
        this.running.add(name);
        await new ProjectionRunner(store, log, logger, shard).run(signal);
      } catch (error) {
        this.warnings.warn({ err: error }, 'restarting a projection runner');
        this.running.delete(name);
        await pause(READ_STORE_POLL_MS, signal);
      }
    }
    this.running.delete(name);
  }

  /**
   * Runs before any runner starts: otherwise positions of the previous log would be taken for
   * positions of this one.
   */
  private async resetIfLogReplaced(signal: AbortSignal): Promise<void> {
    if (this.isOfThisLog) return;
    const { store, log, logger } = this;
    if (await resetIfLogReplaced(store, log, signal))
      logger.warn({}, 'rebuilding all read models because the log was restored');
    this.isOfThisLog = true;
  }
}
