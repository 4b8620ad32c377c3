import { Inject, Injectable } from '@nestjs/common';
import { readFirmAccount } from '#funding';
import { Attention } from '#platform/attention/attention.js';
import { OVERVIEW_FRESH_MS } from '#platform/core/timing.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { readModelFigures } from '#platform/figures/read-model-figures.js';
import { EVENT_LOG, REDIS } from '#platform/platform.module.js';
import type { RedisClient } from '#platform/redis/script.js';
import { NotReady, TableReader } from '#platform/read-store/table-reader.js';
import { firmAccountView } from '../settlements/firm-account.view.js';
import { MINUTE_MS, activityTable } from './activity.read-model.js';
import { hourOf } from './hour.js';
import { OVERVIEW_SOURCES, type OverviewSources } from './overview-sources.js';

type View = Awaited<ReturnType<Overview['look']>>;

/** How the whole service is doing, out of figures that are kept anyway: nothing is walked through. */
@Injectable()
export class Overview {
  private latest: { readonly atMs: number; readonly view: Promise<View> } | null = null;

  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly attention: Attention,
    @Inject(OVERVIEW_SOURCES) private readonly sources: OverviewSources,
  ) {}

  /** At most a second old. @throws what the stores do. */
  show(): Promise<View> {
    const nowMs = performance.now();
    if (this.latest !== null && nowMs - this.latest.atMs < OVERVIEW_FRESH_MS)
      return this.latest.view;
    const latest = { atMs: nowMs, view: this.look(new Date()) };
    this.latest = latest;
    latest.view.catch(() => {
      if (this.latest === latest) this.latest = null;
    });
    return latest.view;
  }

  async look(now: Date) {
    const { redis, log, sources } = this;
    const [minutes, queues, firmAccount, figures, attention] = await Promise.all([
      this.minutes(now),
      sources.queues(now),
      readFirmAccount(redis),
      readModelFigures(sources.readStore, log, now),
      this.attention.count(now),
    ]);
    return {
      at: now.toISOString(),
      activity: hourOf(minutes, now),
      queues,
      firmAccount: firmAccount === null ? null : firmAccountView(firmAccount),
      readModels: figures.map(({ readModel: name, ...rest }) => ({ name, ...rest })),
      attention,
    };
  }

  /** Of all partners; none while the read model is made. */
  private minutes(now: Date) {
    const { engine } = this.sources.readStore;
    const minute = new Date(now.getTime() - MINUTES * MINUTE_MS).toISOString();
    const reader = new TableReader(engine, activityTable);
    return reader.find(null, { atLeast: { minute } }).catch(emptyUnlessReady);
  }
}

const MINUTES = 61;

const emptyUnlessReady = (error: unknown) => {
  if (error instanceof NotReady) return [];
  throw error;
};
