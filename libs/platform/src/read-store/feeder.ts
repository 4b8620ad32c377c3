import { crashPoint } from '../core/crash-points.js';
import type { Logger } from '../core/logger.js';
import { pause } from '../core/pause.js';
import { PROJECTION_REST_MS } from '../core/timing.js';
import type { EventLog } from '../event-store/event-log.js';
import { endSilentHolder } from './checkpoints.js';
import { after, placeAfter } from './places.js';
import { Overtaken, type ReadStore } from './read-store.js';
import type { Copy } from './copies.js';
import type { Parked } from './projected.js';
import type { Shard } from './shards.js';
import { traceApplied } from './trace-applied.js';

/** Takes what is appended into the served copies, of one shard. */
export class Feeder {
  /** The position of the last event that it took in. */
  position: bigint | null = null;
  private readonly stopping = new AbortController();

  constructor(
    private readonly store: ReadStore,
    private readonly log: EventLog,
    private readonly logger: Logger,
    private readonly shard: Shard,
  ) {}

  /**
   * Runs until the signal aborts or it is stopped. `copies`: those that this version may write.
   * @throws {Overtaken} when another one feeds the shard, or there are other copies by now: to be
   * begun again. {ReadStoreAway}
   */
  async run(copies: readonly Copy[], signal: AbortSignal): Promise<void> {
    const { checkpoint } = this.shard;
    if (await endSilentHolder(this.store.engine, checkpoint))
      this.logger.warn({ checkpoint }, 'A projector that stood still lost its transaction');
    let from = await this.store.place(checkpoint);
    if (from === null) throw new Overtaken(`${checkpoint} has gone`);
    const ending = AbortSignal.any([signal, this.stopping.signal]);
    for await (const { events, caughtUp } of this.log.subscribe(after(from), ending)) {
      if (events.length > 0) {
        const to = placeAfter(events, from);
        const mine = events.filter(({ metadata }) => this.shard.holds(metadata.partnerId));
        const begunMs = Date.now();
        crashPoint('projection.applying');
        this.alarm(await this.store.take('served', copies, { checkpoint, from, to }, mine));
        crashPoint('projection.applied');
        traceApplied(mine, begunMs);
        from = to;
      }
      this.position = from.position;
      if (caughtUp) await pause(PROJECTION_REST_MS, ending);
    }
  }

  /** Ends it: what it took in is not there any more. */
  stop(): void {
    this.stopping.abort();
  }

  private alarm(parked: readonly Parked[]): void {
    for (const { model, event, reason } of parked) {
      const { stream, type, position } = event;
      const details = { model, stream, type, reason, position: `${position}` };
      this.logger.error(details, 'Event parked');
    }
  }
}
