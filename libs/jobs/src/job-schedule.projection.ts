import { categoryOf } from '#kernel/event-store/stream.js';
import type { RegisteredProjection } from '#read-models/projection.js';
import { type RowChange, insert, remove } from '#kernel/projection/row-change.js';
import { defineTable, text, time } from '#kernel/projection/table.js';
import type { JobAction } from '#kernel/jobs/job.js';
import type { RegisteredPolicy } from './registry.js';

/** Scheduled jobs with the id of their object and their time. */
export const scheduleTable = defineTable('dueEntries', {
  columns: { jobName: text, subject: text, at: time },
  key: ['jobName', 'subject'],
  wideIndexes: [['at']],
});

/** Registers the read model of the times that policies schedule. */
export const registerJobSchedule = (
  policies: readonly RegisteredPolicy[],
): RegisteredProjection => {
  const byCategory = new Map(policies.map((policy) => [policy.category, policy]));
  return {
    name: 'due-list',
    version: 3,
    tables: [scheduleTable],
    categories: new Set(byCategory.keys()),
    audit: null,
    changesOf: (recorded, reading) => {
      const jobActions =
        byCategory.get(categoryOf(recorded.stream))?.jobActions(recorded, reading) ?? [];
      return jobActions.map(asChange).filter((change) => change !== null);
    },
  };
};

const asChange = (jobAction: JobAction): RowChange | null => {
  const key = { jobName: jobAction.job.name, subject: jobAction.id };
  switch (jobAction.kind) {
    case 'enqueue':
      return null;
    case 'schedule':
      return insert(scheduleTable, { ...key, at: jobAction.at.toISOString() });
    case 'cancel':
      return remove(scheduleTable, key);
  }
};
