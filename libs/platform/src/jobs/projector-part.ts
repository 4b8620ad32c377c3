import type { RegisteredProjection } from '../read-models/projection.js';
import type { JobKind } from './job.js';
import type { RegisteredWorkflow } from './registry.js';

/** What a feature gives the projector and the worker to run: named by hand, composed by the apps. */
export type ProjectorPart = {
  readonly jobs: readonly JobKind[];
  readonly workflows: readonly RegisteredWorkflow[];
  readonly projections: readonly RegisteredProjection[];
};

/** All parts as one. @throws Error when two workflows share a stream or two jobs share a name. */
export const joinParts = (parts: readonly ProjectorPart[]): ProjectorPart => {
  const joined = {
    jobs: parts.flatMap(({ jobs }) => jobs),
    workflows: parts.flatMap(({ workflows }) => workflows),
    projections: parts.flatMap(({ projections }) => projections),
  };
  requireDistinct(
    'job',
    joined.jobs.map(({ name }) => name),
  );
  requireDistinct(
    'workflow',
    joined.workflows.map(({ category }) => category),
  );
  requireDistinct(
    'projection',
    joined.projections.map(({ name }) => name),
  );
  return joined;
};

const requireDistinct = (kind: string, names: readonly string[]): void => {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`Two ${kind}s are called ${twice}`);
};
