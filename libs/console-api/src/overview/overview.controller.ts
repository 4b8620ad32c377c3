import { Controller, Get, Inject } from '@nestjs/common';
import { readFirmAccount } from '#funding/watch-firm-account/firm-account-watch.js';
import { Attention } from '#operations/attention/attention.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { readModelMetrics } from '#observability/read-model-metrics.js';
import { EVENT_LOG, READ_STORE, REDIS } from '#kernel/tokens.js';
import type { QueueMetrics } from '#jobs/queues.js';
import type { ReadStore } from '#read-models/read-store.js';
import type { RedisClient } from '#redis/script.js';
import { NotReady } from '#read-models/table-reader.js';
import { StaffEndpoint } from '#staff/staff.api.module.js';
import { firmAccountView } from '../settlements/firm-account.view.js';
import { MINUTE_MS, activityTable } from './activity.projection.js';
import { hourOf } from './hour.js';
import { overviewAnswer } from './overview.view.js';

/** Metrics of all queues. */
export type QueueReader = { figures(now: Date): Promise<readonly QueueMetrics[]> };

export const QUEUE_READER = Symbol('QueueReader');

/** Shortest interval between two computations, for all viewers together. */
const OVERVIEW_FRESH_MS = 1_000;

type View = Awaited<ReturnType<OverviewController['compute']>>;

/** State of the whole service, from existing metrics and read models. Does not read the log. */
@Controller('staff/overview')
export class OverviewController {
  private latest: { readonly atMs: number; readonly view: Promise<View> } | null = null;

  constructor(
    @Inject(REDIS) private readonly redis: RedisClient,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly attention: Attention,
    @Inject(QUEUE_READER) private readonly queues: QueueReader,
    @Inject(READ_STORE) private readonly readStore: ReadStore,
  ) {}

  @StaffEndpoint('session', {
    summary: 'Show the state of the service',
    description: 'Existing metrics, at most one second old. A page may poll every two seconds.',
    answers: { 200: [overviewAnswer, 'The state.'] },
  })
  @Get()
  getOverview(): Promise<View> {
    const nowMs = performance.now();
    if (this.latest !== null && nowMs - this.latest.atMs < OVERVIEW_FRESH_MS)
      return this.latest.view;
    const latest = { atMs: nowMs, view: this.compute(new Date()) };
    this.latest = latest;
    latest.view.catch(() => {
      if (this.latest === latest) this.latest = null;
    });
    return latest.view;
  }

  async compute(now: Date) {
    const { redis, log, readStore } = this;
    const [minutes, queues, firmAccount, figures, attention] = await Promise.all([
      this.minutes(now),
      this.queues.figures(now),
      readFirmAccount(redis),
      readModelMetrics(readStore, log, now),
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

  /** Rows of all partners. Empty while the read model is rebuilt. */
  private minutes(now: Date) {
    const minute = new Date(now.getTime() - MINUTES * MINUTE_MS).toISOString();
    return this.readStore
      .read(({ from }) => from(activityTable).find(null, { atLeast: { minute } }))
      .catch(emptyUnlessReady);
  }
}

const MINUTES = 61;

const emptyUnlessReady = (error: unknown) => {
  if (error instanceof NotReady) return [];
  throw error;
};
