import type { QueueMetrics } from '#jobs/queues.js';
import type { ReadStore } from '#read-models/read-store.js';

/** Data that the overview gets from its process. */
export type OverviewSources = {
  readonly queues: (now: Date) => Promise<readonly QueueMetrics[]>;
  readonly readStore: ReadStore;
};

export const OVERVIEW_SOURCES = Symbol('OverviewSources');
