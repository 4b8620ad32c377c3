import type { Logger } from '#kernel/logger.js';
import { pause } from '#kernel/concurrency/pause.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import type { ShardTasks } from '#redis/lease/shard-assignment.js';
import { ProjectionRunner } from './projection-runner.js';
import { inventoryOf } from './store-inventory.js';
import { resetIfLogReplaced } from './log-replacement.js';
import { CheckpointConflict, type ReadStore } from './read-store.js';
import { shardOf } from './shards.js';
import { thirdPartyOf } from './rebuild-targets.js';
import { Warnings } from './warnings.js';
import { READ_STORE_POLL_MS } from './timing.js';

/** Applies new events to the active copies of the shards that are assigned to this process. */
export class ShardRunners implements ShardTasks {
  private readonly feeders = new Map<string, ProjectionRunner>();
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

  /** Position of the last applied event of each shard that this process runs. */
  get fed(): ReadonlyMap<string, bigint | null> {
    return new Map([...this.feeders].map(([name, { position }]) => [name, position]));
  }

  /**
   * @throws {Error} if an assigned shard is not running, or, with `hasAny`, if there are no shards
   */
  standing(held: readonly string[], hasAny: boolean): string {
    const idle = held.filter((name) => !this.feeders.has(name));
    if (idle.length > 0) throw new Error(`shards are not running: ${idle.join(', ')}`);
    if (hasAny && this.count === 0) throw new Error('the read models have no shards to run');
    return `${held.length} of ${this.count} shards`;
  }

  /**
   * Returns all shards; empty while a process of another version owns them. @throws
   * {ReadStoreUnavailable}
   */
  readonly names = async (signal: AbortSignal): Promise<readonly string[]> => {
    await this.resetIfLogReplaced(signal);
    const { fed } = this;
    const places = await this.store.activeCheckpoints();
    for (const { shard, place } of places)
      // An older copy of the database was restored: restart the runner to apply the missing events.
      if (place.position < (fed.get(shard.checkpoint) ?? -1n))
        this.feeders.get(shard.checkpoint)?.stop();
    const isThirdParty = thirdPartyOf(await inventoryOf(this.store, false)).length > 0;
    this.count = isThirdParty ? 0 : places.length;
    return isThirdParty ? [] : places.map(({ shard }) => shard.checkpoint);
  };

  readonly begin = (checkpoint: string): { readonly end: () => Promise<void> } => {
    const stop = new AbortController();
    const shardRunners = this.feed(checkpoint, stop.signal);
    const end = async () => {
      stop.abort();
      await shardRunners;
    };
    return { end };
  };

  private async feed(checkpoint: string, signal: AbortSignal): Promise<void> {
    const { store, log, logger } = this;
    const shard = shardOf(checkpoint);
    if (shard === null) throw new RangeError(`not a shard: ${checkpoint}`);
    while (!signal.aborted) {
      try {
        // Read once: this version might not know a copy that is created in between.
        const findings = await inventoryOf(store, false);
        const foreign = thirdPartyOf(findings);
        if (foreign.length > 0)
          throw new CheckpointConflict(`another version owns ${foreign.join(', ')}`);
        const projectionRunner = new ProjectionRunner(store, log, logger, shard);
        this.feeders.set(checkpoint, projectionRunner);
        await projectionRunner.run(findings.copies, signal);
      } catch (error) {
        this.warnings.tell(error, 'restarting a projection runner');
        this.feeders.delete(checkpoint);
        await pause(READ_STORE_POLL_MS, signal);
      }
    }
    this.feeders.delete(checkpoint);
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
