import { categoryOf } from '../event-store/stream.js';
import type { RegisteredModel } from '../read-store/read-model.js';
import { type RowChange, insert, remove } from '../read-store/row-change.js';
import { defineTable, text, time } from '../read-store/table.js';
import type { Nudge } from './job.js';
import type { RegisteredWorkflow } from './registry.js';

/** Which job is to be asked about what, and when. */
export const dueTable = defineTable('dueEntries', {
  columns: { jobName: text, subject: text, at: time },
  key: ['jobName', 'subject'],
  wideIndexes: [['at']],
});

/** The times that workflows name, as a read model. */
export const registerDueList = (workflows: readonly RegisteredWorkflow[]): RegisteredModel => {
  const byCategory = new Map(workflows.map((workflow) => [workflow.category, workflow]));
  return {
    name: 'due-list',
    version: 3,
    tables: [dueTable],
    categories: new Set(byCategory.keys()),
    audit: null,
    changesOf: (recorded, reading) => {
      const nudges = byCategory.get(categoryOf(recorded.stream))?.nudges(recorded, reading) ?? [];
      return nudges.map(asChange).filter((change) => change !== null);
    },
  };
};

const asChange = (nudge: Nudge): RowChange | null => {
  const key = { jobName: nudge.job.name, subject: nudge.id };
  switch (nudge.kind) {
    case 'now':
      return null;
    case 'due':
      return insert(dueTable, { ...key, at: nudge.at.toISOString() });
    case 'clear':
      return remove(dueTable, key);
  }
};
