import { DUE_INDEX, DUE_LIST } from '../read-models/due-list.js';
import { categoryOf } from '../event-store/stream.js';
import type { Change, RegisteredProjection } from '../read-models/projection.js';
import type { Nudge } from './job.js';
import type { RegisteredWorkflow } from './registry.js';

/** Member of the `due` index: which job, about what. Ids hold no slash. */
export const dueMember = (jobName: string, id: string): string => `${jobName}/${id}`;

export const parseDueMember = (member: string): { jobName: string; id: string } => {
  const slash = member.indexOf('/');
  return { jobName: member.slice(0, slash), id: member.slice(slash + 1) };
};

/** The times that workflows name, as a read model: a wiped Redis gets them back. */
export const registerDueList = (workflows: readonly RegisteredWorkflow[]): RegisteredProjection => {
  const byCategory = new Map(workflows.map((workflow) => [workflow.category, workflow]));
  return {
    name: DUE_LIST,
    version: 1,
    categories: new Set(byCategory.keys()),
    changesOf: (recorded, reading) =>
      (byCategory.get(categoryOf(recorded.stream))?.nudges(recorded, reading) ?? []).flatMap(
        asChanges,
      ),
  };
};

const asChanges = (nudge: Nudge): Change[] => {
  const member = dueMember(nudge.job.name, nudge.id);
  switch (nudge.kind) {
    case 'now':
      return [];
    case 'due':
      return [{ op: 'index', index: DUE_INDEX, member, score: BigInt(nudge.at.getTime()) }];
    case 'clear':
      return [{ op: 'unindex', index: DUE_INDEX, member }];
  }
};
