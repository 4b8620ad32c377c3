import type { Logger } from '#kernel/logger.js';
import { repeatUntilAborted } from '#kernel/concurrency/repeat.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { holdSets } from './checkpoints.js';
import { logCheck } from './log-replacement.js';
import { logQuarantined, quarantinedEvents } from './quarantined-event.js';
import type { ReadStore } from './read-store.js';
import { Rebuild } from './rebuild.js';
import { isRebuildWanted, setsOf } from './table-set.js';
import { dropUnusedSets } from './table-sets.js';
import { READ_STORE_POLL_MS } from './timing.js';
import { replaceViews } from './view.js';
import { Warnings } from './warnings.js';

/** Interval of heartbeats, and of deleting unused rows and table sets. */
const READ_STORE_CARE_MS = 15_000;

type Parts = {
  readonly store: ReadStore;
  readonly log: EventLog;
  readonly logger: Logger;
  /** Number of shards of the next rebuild. */
  readonly shards: number;
};

/**
 * Rebuilds read models beside the active ones, which `ShardRunners` keeps up to date, and deletes
 * unused table sets. One process of each version does it. Several of them are safe.
 */
export class ReadSide {
  constructor(private readonly parts: Parts) {}

  /** Runs until the signal aborts. It may stop at any point. */
  async run(signal: AbortSignal): Promise<void> {
    const { store, log, logger } = this.parts;
    const checkLog = logCheck(store, log, logger);
    const fill = async () => {
      await checkLog(signal);
      if (isRebuildWanted(await store.sets())) await this.rebuild(signal);
    };
    let hasViews = false;
    const care = async () => {
      const now = new Date();
      await store.heartbeat(now);
      await store.prune(now);
      const dropped = await dropUnusedSets(store, now);
      if (dropped.length > 0) logger.info({ generations: dropped }, 'dropped unused table sets');
      hasViews ||= await this.replaceViews();
    };
    const each = { isShared: true, failed: 'failed to check the read models' };
    const tasks = [
      { ...each, everyMs: READ_STORE_POLL_MS, work: fill },
      { ...each, everyMs: READ_STORE_CARE_MS, work: care },
    ];
    await repeatUntilAborted(tasks, signal, new Warnings(logger));
  }

  private async rebuild(signal: AbortSignal): Promise<void> {
    const { store, log, logger, shards } = this.parts;
    const rebuild = new Rebuild(store, log);
    const set = await rebuild.begin(shards);
    const { generation } = set;
    logger.info({ generation }, 'rebuilding read models');
    for (const [model, errors] of Object.entries(await rebuild.run(set, signal)))
      logger.error({ model, errors }, 'rejected a rebuilt read model');
    if ((await store.sets()).active?.generation !== generation) return;
    logger.info({ generation }, 'activated read models');
    logQuarantined(logger, await quarantinedEvents(store));
  }

  /**
   * Another version may have replaced the views, and the role that reads them may be new. Returns
   * whether a table set is active.
   */
  private replaceViews(): Promise<boolean> {
    const { store } = this.parts;
    return store.engine.write(async (tx) => {
      await holdSets(tx);
      const { active } = await setsOf(tx.db, store.version);
      if (active !== null) await replaceViews(tx, store, active);
      return active !== null;
    });
  }
}
