import type { Logger } from '../core/logger.js';
import { pause, untilSharedMoment } from '../core/pause.js';
import {
  PROJECTION_REST_MS,
  READ_STORE_LOOK_MS,
  READ_STORE_PRUNE_MS,
  READ_STORE_TAKE_OVER_MS,
} from '../core/timing.js';
import type { EventLog } from '../event-store/event-log.js';
import { auditFilling } from './audit-filling.js';
import { lowestOf } from './checkpoints.js';
import { FILLING } from './control-tables.js';
import { Filling } from './filling.js';
import { findingsOf } from './findings.js';
import { forgetOtherLog } from './other-log.js';
import { tellParked } from './parked.js';
import { eventsBehind } from './places.js';
import { Overtaken, type ReadStore } from './read-store.js';
import { Stall } from './stall.js';
import { switchOver } from './switch-over.js';
import { Warnings } from './warnings.js';
import { type Wanted, foreignOf, isRefused, wantedOf } from './wanted.js';

type Parts = {
  readonly store: ReadStore;
  readonly log: EventLog;
  readonly logger: Logger;
  /** How many shards share out the partners, when nothing is served yet. */
  readonly shards: number;
};

/**
 * Fills new copies of read models beside the served ones, which `Feeding` keeps up to date, and makes
 * all anew when they are of another log. Any number of them may work on one store.
 */
export class ReadSide {
  private readonly filling: Filling;
  private readonly warnings: Warnings;
  private readonly stall = new Stall();
  private isStarting = true;
  private hasViews = false;
  private viewsTriedMs = -Infinity;
  private prunedMs = -Infinity;

  constructor(private readonly parts: Parts) {
    this.filling = new Filling(parts.store, parts.log);
    this.warnings = new Warnings(parts.logger);
  }

  /** Runs until the signal aborts. Stopping in the middle of anything is safe. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (this.isStarting) await this.start(signal);
        await this.look(signal);
        this.isStarting = await this.isLeftAlone();
        await this.prune();
        await this.remakeViews();
      } catch (error) {
        this.warnings.tell(error, 'Looking after the read models failed');
      }
      await pause(untilSharedMoment(READ_STORE_LOOK_MS), signal);
    }
  }

  private async start(signal: AbortSignal): Promise<void> {
    const { store, log, logger } = this.parts;
    if (await forgetOtherLog(store, log, signal))
      logger.warn({}, 'The log was put back: all read models are filled anew');
    const retired = await store.retire();
    if (retired.length > 0) logger.info({ models: retired }, 'Read models are retired');
  }

  private async look(signal: AbortSignal): Promise<void> {
    const findings = await findingsOf(this.parts.store, this.isStarting);
    if (foreignOf(findings).length > 0) return;
    const wanted = wantedOf(findings);
    if (wanted.length > 0 && !isRefused(wanted, findings)) await this.fill(wanted, signal);
  }

  /**
   * Once: a version may have other views, and a role that reads them may be new. Somebody who reads one
   * for long keeps it from being replaced, and nothing else is to wait for that.
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

  /** Who serves another version has gone, and nobody takes in what is appended. */
  private async isLeftAlone(): Promise<boolean> {
    const { store, log } = this.parts;
    if (foreignOf(await findingsOf(store, false)).length === 0) return false;
    const lowest = await this.lowest();
    if (lowest === null) return false;
    const lasts = this.stall.lastsMs(lowest, await log.head(), performance.now());
    return lasts > READ_STORE_TAKE_OVER_MS;
  }

  /** Up to where all that is served was taken in; null when nothing is served. */
  private async lowest(): Promise<bigint | null> {
    return lowestOf((await this.parts.store.servedPlaces()).map(({ place }) => place.position));
  }

  private async fill(wanted: readonly Wanted[], signal: AbortSignal): Promise<void> {
    const { store, log, logger, shards } = this.parts;
    const names = wanted.map(({ model }) => model.name);
    await this.filling.begin(wanted);
    logger.info({ models: names }, 'Read models are filled');
    while (!signal.aborted) {
      if (!(await this.filling.goOn(await this.lowest(), signal))) continue;
      const refusals = await auditFilling(store);
      for (const refusal of refusals) logger.error(refusal, 'A filled read model is not used');
      if (refusals.length === wanted.length) return;
      const place = await store.place(FILLING);
      if (place === null) throw new Overtaken('nothing is being filled');
      const ahead = { after: place, events: await eventsBehind(log, place, signal) };
      if (await switchOver(store, ahead, shards)) {
        logger.info({ models: names }, 'Read models are served');
        await tellParked(store.engine, names, logger);
        return;
      }
      await pause(PROJECTION_REST_MS, signal);
    }
  }
}
