import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { REGISTRY_ID, partnerRegistry } from '#auth';
import { readFirmAccount } from '#funding';
import { Attention } from '#platform/attention/attention.js';
import { OVERVIEW_FRESH_MS } from '#platform/core/timing.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { projectionFigures } from '#platform/figures/projection-figures.js';
import { EVENT_LOG } from '#platform/platform.module.js';
import type { Document } from '#platform/read-models/documents.js';
import { ReadModels } from '#platform/read-models/read-models.js';
import { firmAccountView } from '../settlements/firm-account.view.js';
import { MINUTES_DOC, activity } from './activity.projection.js';
import { hourOf } from './hour.js';
import { OVERVIEW_SOURCES, type OverviewSources } from './overview-sources.js';

type View = Awaited<ReturnType<Overview['look']>>;

/** How the whole service is doing, out of figures that are kept anyway: nothing is walked through. */
@Injectable()
export class Overview {
  private latest: { readonly atMs: number; readonly view: Promise<View> } | null = null;

  constructor(
    private readonly store: EventStore,
    private readonly models: ReadModels,
    private readonly redis: Redis,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly attention: Attention,
    @Inject(OVERVIEW_SOURCES) private readonly sources: OverviewSources,
  ) {}

  /** At most a second old. @throws what Redis and the log do. */
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
    const [documents, queues, firmAccount, projections, attention] = await Promise.all([
      this.documents(),
      sources.queues(now),
      readFirmAccount(redis),
      projectionFigures(redis, log, sources.projections, now),
      this.attention.count(now),
    ]);
    return {
      at: now.toISOString(),
      activity: hourOf(documents, now),
      queues,
      firmAccount: firmAccount === null ? null : firmAccountView(firmAccount),
      readModels: projections.map(({ projection: name, ...figures }) => ({ name, ...figures })),
      attention,
    };
  }

  /** One small document of each partner; of one whose read model is being made there is none yet. */
  private async documents(): Promise<readonly Document[]> {
    const partners = await this.store.load(partnerRegistry, REGISTRY_ID);
    const found = await Promise.all(
      partners.map(({ id }) => this.models.document(id, activity.name, MINUTES_DOC)),
    );
    return found.flatMap((read) =>
      read.status === 'ready' && read.value !== null ? [read.value] : [],
    );
  }
}
