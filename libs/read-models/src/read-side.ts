import type { Logger } from '#kernel/logger.js';
import { pause, msUntilNextTick } from '#kernel/concurrency/pause.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { auditRebuild } from './audit-rebuild.js';
import { lowestOf } from './checkpoints.js';
import { REBUILDING } from './control-tables.js';
import { Rebuild } from './rebuild.js';
import { inventoryOf } from './store-inventory.js';
import { resetIfLogReplaced } from './log-replacement.js';
import { logQuarantined } from './quarantined-event.js';
import { eventsBehind } from './checkpoint-position.js';
import { CheckpointConflict, type ReadStore } from './read-store.js';
import { StallDetector } from './stall-detector.js';
import { activateRebuild } from './activate-rebuild.js';
import { Warnings } from './warnings.js';
import { type RebuildTarget, thirdPartyOf, isRefused, rebuildTargets } from './rebuild-targets.js';
import { PROJECTION_PAUSE_MS, READ_STORE_POLL_MS } from './timing.js';

/** Interval at which the projector deletes expired rows. */
const READ_STORE_PRUNE_MS = 60_000;
/**
 * A waiting projector takes over if a leader of another version stays at one checkpoint for this long.
 */
const READ_STORE_TAKE_OVER_MS = 30_000;

type Parts = {
  readonly store: ReadStore;
  readonly log: EventLog;
  readonly logger: Logger;
  /** Number of shards to create if nothing is active yet. */
  readonly shards: number;
};

/**
 * Rebuilds copies of read models beside the active ones, which `ShardRunners` keeps up to date.
 * Deletes and rebuilds everything if the log was replaced. Several instances can work on one store.
 */
export class ReadSide {
  private readonly rebuild: Rebuild;
  private readonly warnings: Warnings;
  private readonly stall = new StallDetector();
  private isStarting = true;
  private hasViews = false;
  private viewsTriedMs = -Infinity;
  private prunedMs = -Infinity;

  constructor(private readonly parts: Parts) {
    this.rebuild = new Rebuild(parts.store, parts.log);
    this.warnings = new Warnings(parts.logger);
  }

  /** Runs until the signal aborts. It may stop at any point. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (this.isStarting) await this.start(signal);
        await this.look(signal);
        this.isStarting = await this.isLeftAlone();
        await this.prune();
        await this.remakeViews();
      } catch (error) {
        this.warnings.tell(error, 'failed to check the read models');
      }
      await pause(msUntilNextTick(READ_STORE_POLL_MS), signal);
    }
  }

  private async start(signal: AbortSignal): Promise<void> {
    const { store, log, logger } = this.parts;
    if (await resetIfLogReplaced(store, log, signal))
      logger.warn({}, 'rebuilding all read models because the log was restored');
    const retired = await store.retire();
    if (retired.length > 0) logger.info({ models: retired }, 'dropped retired read models');
  }

  private async look(signal: AbortSignal): Promise<void> {
    const findings = await inventoryOf(this.parts.store, this.isStarting);
    if (thirdPartyOf(findings).length > 0) return;
    const wanted = rebuildTargets(findings);
    if (wanted.length > 0 && !isRefused(wanted, findings)) await this.fill(wanted, signal);
  }

  /**
   * Runs once: a version may define other views, and the role that reads them may be new. A long
   * read of a view blocks this, and other work must not wait for it.
   */
  private async remakeViews(): Promise<void> {
    const nowMs = performance.now();
    if (this.hasViews || nowMs < this.viewsTriedMs + READ_STORE_PRUNE_MS) return;
    this.viewsTriedMs = nowMs;
    await this.parts.store.remakeViews();
    this.hasViews = true;
  }

  private async prune(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs < this.prunedMs + READ_STORE_PRUNE_MS) return;
    this.prunedMs = nowMs;
    await this.parts.store.prune(new Date());
  }

  /** Whether the processes of the other version stopped, so that new events are not applied. */
  private async isLeftAlone(): Promise<boolean> {
    const { store, log } = this.parts;
    if (thirdPartyOf(await inventoryOf(store, false)).length === 0) return false;
    const lowest = await this.lowest();
    if (lowest === null) return false;
    const lasts = this.stall.lastsMs(lowest, await log.head(), performance.now());
    return lasts > READ_STORE_TAKE_OVER_MS;
  }

  /** Position up to which every active shard is current; null while nothing is active. */
  private async lowest(): Promise<bigint | null> {
    return lowestOf(
      (await this.parts.store.activeCheckpoints()).map(({ place }) => place.position),
    );
  }

  private async fill(wanted: readonly RebuildTarget[], signal: AbortSignal): Promise<void> {
    const { store, log, logger, shards } = this.parts;
    const names = wanted.map(({ model }) => model.name);
    await this.rebuild.begin(wanted);
    logger.info({ models: names }, 'rebuilding read models');
    while (!signal.aborted) {
      if (!(await this.rebuild.goOn(await this.lowest(), signal))) continue;
      const refusals = await auditRebuild(store);
      for (const refusal of refusals) logger.error(refusal, 'rejected a rebuilt read model');
      if (refusals.length === wanted.length) return;
      const place = await store.place(REBUILDING);
      if (place === null) throw new CheckpointConflict('there is no rebuild');
      const ahead = { after: place, events: await eventsBehind(log, place, signal) };
      if (await activateRebuild(store, ahead, shards)) {
        logger.info({ models: names }, 'activated read models');
        await logQuarantined(store.engine, names, logger);
        return;
      }
      await pause(PROJECTION_PAUSE_MS, signal);
    }
  }
}
