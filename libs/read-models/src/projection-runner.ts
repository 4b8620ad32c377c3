import { crashPoint } from '#kernel/crash-points.js';
import type { Logger } from '#kernel/logger.js';
import { pause } from '#kernel/concurrency/pause.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { checkpointName } from './checkpoints.js';
import { after, checkpointAfter } from './checkpoint-position.js';
import { CheckpointConflict, type ReadStore } from './read-store.js';
import type { Quarantined } from './project-events.js';
import type { Shard } from './shards.js';
import { traceApplied } from './trace-applied.js';

/** Pause of a projection at the end of the log: a batch costs little more than one event. */
const PROJECTION_PAUSE_MS = 50;

/** Applies new events to one shard of the active table set. */
export class ProjectionRunner {
  constructor(
    private readonly store: ReadStore,
    private readonly log: EventLog,
    private readonly logger: Logger,
    private readonly shard: Shard,
  ) {}

  /**
   * Runs until the signal aborts. @throws {CheckpointConflict} if another process runs the shard.
   * {ReadStoreUnavailable}
   */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const generation = await this.generation();
      if (generation === null) throw new CheckpointConflict('no table set is active');
      try {
        await this.follow(generation, signal);
      } catch (error) {
        const isReplaced = (await this.generation()) !== generation;
        if (!(error instanceof CheckpointConflict) || !isReplaced) throw error;
      }
    }
  }

  private async generation(): Promise<number | null> {
    return (await this.store.sets()).active?.generation ?? null;
  }

  private async follow(generation: number, signal: AbortSignal): Promise<void> {
    const checkpoint = checkpointName(generation, this.shard.name);
    let from = await this.store.place(checkpoint);
    if (from === null) throw new CheckpointConflict(`${checkpoint} does not exist`);
    for await (const { events, caughtUp } of this.log.subscribe(after(from), signal)) {
      if (events.length > 0) {
        const to = checkpointAfter(events, from);
        const mine = events.filter(({ metadata }) => this.shard.holds(metadata.partnerId));
        const begunMs = Date.now();
        crashPoint('projection.applying');
        this.alarm(await this.store.take(generation, { names: [checkpoint], from, to }, mine));
        crashPoint('projection.applied');
        traceApplied(mine, begunMs);
        from = to;
      }
      if (caughtUp) await pause(PROJECTION_PAUSE_MS, signal);
    }
  }

  private alarm(quarantined: readonly Quarantined[]): void {
    for (const { model, event, reason } of quarantined) {
      const { stream, type, position } = event;
      const details = { model, stream, type, reason, position: `${position}` };
      this.logger.error(details, 'quarantined event');
    }
  }
}
