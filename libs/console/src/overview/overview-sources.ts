import type { QueueFigures } from '#platform/jobs/queues.js';
import type { ReadStore } from '#platform/read-store/read-store.js';

/** What the overview is told by the process that it runs in. */
export type OverviewSources = {
  readonly queues: (now: Date) => Promise<readonly QueueFigures[]>;
  readonly readStore: ReadStore;
};

export const OVERVIEW_SOURCES = Symbol('OverviewSources');
