import type { Logger } from '../core/logger.js';
import { pause } from '../core/pause.js';
import { READ_STORE_LOOK_MS } from '../core/timing.js';
import type { EventLog } from '../event-store/event-log.js';
import type { Pieces } from '../lease/shared-work.js';
import { Feeder } from './feeder.js';
import { findingsOf } from './findings.js';
import { forgetOtherLog } from './other-log.js';
import { Overtaken, type ReadStore } from './read-store.js';
import { shardOf } from './shards.js';
import { foreignOf } from './wanted.js';
import { Warnings } from './warnings.js';

/** Has what is appended taken into the served copies, of those shards that fall to this process. */
export class Feeding implements Pieces {
  private readonly feeders = new Map<string, Feeder>();
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

  /** The shards that are fed here, each up to which position. */
  get fed(): ReadonlyMap<string, bigint | null> {
    return new Map([...this.feeders].map(([name, { position }]) => [name, position]));
  }

  /** @throws {Error} when one that fell to it is not fed; where `hasAny`, also while there are none */
  standing(held: readonly string[], hasAny: boolean): string {
    const idle = held.filter((name) => !this.feeders.has(name));
    if (idle.length > 0) throw new Error(`nothing feeds ${idle.join(', ')}`);
    if (hasAny && this.count === 0) throw new Error('nothing feeds the read models');
    return `${held.length} of ${this.count} shards`;
  }

  /** All shards; none while they are those of a process of another version. @throws {ReadStoreAway} */
  readonly names = async (signal: AbortSignal): Promise<readonly string[]> => {
    await this.forgetOtherLog(signal);
    const { fed } = this;
    const places = await this.store.servedPlaces();
    for (const { shard, place } of places)
      // An old copy of the database was put back: nobody else takes in what it lacks.
      if (place.position < (fed.get(shard.checkpoint) ?? -1n))
        this.feeders.get(shard.checkpoint)?.stop();
    const isForeign = foreignOf(await findingsOf(this.store, false)).length > 0;
    this.count = isForeign ? 0 : places.length;
    return isForeign ? [] : places.map(({ shard }) => shard.checkpoint);
  };

  readonly begin = (checkpoint: string): { readonly end: () => Promise<void> } => {
    const stop = new AbortController();
    const feeding = this.feed(checkpoint, stop.signal);
    const end = async () => {
      stop.abort();
      await feeding;
    };
    return { end };
  };

  private async feed(checkpoint: string, signal: AbortSignal): Promise<void> {
    const { store, log, logger } = this;
    const shard = shardOf(checkpoint);
    if (shard === null) throw new RangeError(`no shard: ${checkpoint}`);
    while (!signal.aborted) {
      try {
        // Once read: a copy that came in between might be one that this version does not know.
        const findings = await findingsOf(store, false);
        const foreign = foreignOf(findings);
        if (foreign.length > 0) throw new Overtaken(`another version serves ${foreign.join(', ')}`);
        const feeder = new Feeder(store, log, logger, shard);
        this.feeders.set(checkpoint, feeder);
        await feeder.run(findings.copies, signal);
      } catch (error) {
        this.warnings.tell(error, 'Feeding the read models begins anew');
        this.feeders.delete(checkpoint);
        await pause(READ_STORE_LOOK_MS, signal);
      }
    }
    this.feeders.delete(checkpoint);
  }

  /** Before anything is fed: positions of the log as it was would be taken for those of this one. */
  private async forgetOtherLog(signal: AbortSignal): Promise<void> {
    if (this.isOfThisLog) return;
    const { store, log, logger } = this;
    if (await forgetOtherLog(store, log, signal))
      logger.warn({}, 'The log was put back: all read models are filled anew');
    this.isOfThisLog = true;
  }
}
