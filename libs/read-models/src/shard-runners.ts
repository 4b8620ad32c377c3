import { crashPoint } from '#kernel/crash-points.js';
import type { Logger } from '#kernel/logger.js';
import { pause } from '#kernel/concurrency/pause.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import type { ShardTasks } from '#redis/lease/shard-assignment.js';
import { after, checkpointAfter } from './checkpoint-position.js';
import { checkpointName } from './checkpoints.js';
import { logCheck } from './log-replacement.js';
import { logQuarantined } from './quarantined-event.js';
import { CheckpointConflict, type ReadStore } from './read-store.js';
import { type Shard, shardOf } from './shards.js';
import { traceApplied } from './trace-applied.js';
import { Warnings } from './warnings.js';
import { READ_STORE_POLL_MS } from './timing.js';

/** Pause of a projection at the end of the log: a batch costs little more than one event. */
const PROJECTION_PAUSE_MS = 50;

/** Applies new events to the shards of the active table set that are assigned to this process. */
export class ShardRunners implements ShardTasks {
  private readonly running = new Set<string>();
  private readonly warnings: Warnings;
  private readonly checkLog: (signal: AbortSignal) => Promise<void>;
  private count = 0;

  constructor(
    private readonly store: ReadStore,
    private readonly log: EventLog,
    private readonly logger: Logger,
  ) {
    this.warnings = new Warnings(logger);
    this.checkLog = logCheck(store, log, logger);
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
    // Otherwise runners would take positions of a previous log for positions of this one.
    await this.checkLog(signal);
    const places = await this.store.checkpoints();
    this.count = places.length;
    return places.map(({ shard }) => shard.name);
  };

  readonly run = async (name: string, signal: AbortSignal): Promise<void> => {
    const shard = shardOf(name);
    if (shard === null) throw new RangeError(`not a shard: ${name}`);
    while (!signal.aborted) {
      try {
        this.running.add(name);
        await this.runShard(shard, signal);
      } catch (error) {
        this.warnings.warn({ err: error }, 'restarting a projection runner');
        this.running.delete(name);
        await pause(READ_STORE_POLL_MS, signal);
      }
    }
    this.running.delete(name);
  };

  /**
   * Follows one active table set after another until the signal aborts. @throws
   * {CheckpointConflict} if another process runs the shard. {ReadStoreUnavailable}
   */
  private async runShard(shard: Shard, signal: AbortSignal): Promise<void> {
    const activeGeneration = async () => (await this.store.sets()).active?.generation ?? null;
    while (!signal.aborted) {
      const generation = await activeGeneration();
      if (generation === null) throw new CheckpointConflict('no table set is active');
      try {
        await this.follow(shard, generation, signal);
      } catch (error) {
        const isReplaced = (await activeGeneration()) !== generation;
        if (!(error instanceof CheckpointConflict) || !isReplaced) throw error;
      }
    }
  }

  private async follow(shard: Shard, generation: number, signal: AbortSignal): Promise<void> {
    const { store, log, logger } = this;
    const checkpoint = checkpointName(generation, shard.name);
    let from = await store.place(checkpoint);
    if (from === null) throw new CheckpointConflict(`${checkpoint} does not exist`);
    for await (const { events, caughtUp } of log.subscribe(after(from), signal)) {
      if (events.length > 0) {
        const to = checkpointAfter(events, from);
        const mine = events.filter(({ metadata }) => shard.holds(metadata.partnerId));
        const begunMs = Date.now();
        crashPoint('projection.applying');
        logQuarantined(
          logger,
          await store.take(generation, { names: [checkpoint], from, to }, mine),
        );
        crashPoint('projection.applied');
        traceApplied(mine, begunMs);
        from = to;
      }
      if (caughtUp) await pause(PROJECTION_PAUSE_MS, signal);
    }
  }
}
