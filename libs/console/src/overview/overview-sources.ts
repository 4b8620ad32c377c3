import type { QueueFigures } from '#platform/jobs/queues.js';

/** What the overview is told by the process that it runs in. */
export type OverviewSources = {
  readonly queues: (now: Date) => Promise<readonly QueueFigures[]>;
  /** Names of all read models. */
  readonly projections: readonly string[];
};

export const OVERVIEW_SOURCES = Symbol('OverviewSources');
