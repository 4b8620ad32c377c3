import { DUE_INDEX, DUE_LIST } from '../read-models/due-list.js';
import {
  type Change,
  type Projection,
  type RegisteredProjection,
  register,
} from '../read-models/projection.js';
import { categoryOf } from '../event-store/stream.js';
import type { RegisteredWorkflow } from './registry.js';

/** Member of the `due` index: which job, about what. Ids hold no slash. */
export const dueMember = (jobName: string, id: string): string => `${jobName}/${id}`;

export const parseDueMember = (member: string): { jobName: string; id: string } => {
  const slash = member.indexOf('/');
  return { jobName: member.slice(0, slash), id: member.slice(slash + 1) };
};

/** The times that workflows name, as a read model: a wiped Redis gets them back. */
export const dueList = (workflows: readonly RegisteredWorkflow[]): Projection<Nudged> => ({
  name: DUE_LIST,
  version: 1,
  project: (event, { stream }) =>
    (
      workflows.find(({ category }) => category === categoryOf(stream))?.nudges(event) ?? []
    ).flatMap((nudge): Change[] => {
      const member = dueMember(nudge.job.name, nudge.id);
      switch (nudge.kind) {
        case 'now':
          return [];
        case 'due':
          return [{ op: 'index', index: DUE_INDEX, member, score: BigInt(nudge.at.getTime()) }];
        case 'clear':
          return [{ op: 'unindex', index: DUE_INDEX, member }];
      }
    }),
});

type Nudged = { readonly type: string; readonly data: unknown };

/** The due list over the streams that have a workflow. */
export const registerDueList = (workflows: readonly RegisteredWorkflow[]): RegisteredProjection =>
  register(
    dueList(workflows),
    Object.fromEntries(
      workflows.map(({ category }) => [
        category,
        (type: string, data: unknown): Nudged => ({ type, data }),
      ]),
    ),
  );
