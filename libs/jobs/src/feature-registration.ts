import type { RegisteredProjection } from '#read-models/projection.js';
import type { JobKind } from '#kernel/jobs/job.js';
import type { RegisteredPolicy } from './registry.js';

/** Parts of a feature that the projector and the worker run. The apps name and compose them. */
export type FeatureRegistration = {
  readonly jobs: readonly JobKind[];
  readonly policies: readonly RegisteredPolicy[];
  readonly readModels: readonly RegisteredProjection[];
};

/** Merges all parts. @throws {Error} two jobs or two read models share a name */
export const mergeRegistrations = (parts: readonly FeatureRegistration[]): FeatureRegistration => {
  const joined = {
    jobs: parts.flatMap(({ jobs }) => jobs),
    policies: byStream(parts.flatMap(({ policies }) => policies)),
    readModels: parts.flatMap(({ readModels }) => readModels),
  };
  requireDistinct(
    'job',
    joined.jobs.map(({ name }) => name),
  );
  requireDistinct(
    'read model',
    joined.readModels.map(({ name }) => name),
  );
  return joined;
};

/** Merges the policies of each stream, because several features may react to it. */
const byStream = (policies: readonly RegisteredPolicy[]): readonly RegisteredPolicy[] =>
  [...new Set(policies.map(({ category }) => category))].map((category) => {
    const same = policies.filter((each) => each.category === category);
    const [first] = same;
    if (same.length === 1 && first !== undefined) return first;
    return {
      category,
      personal: first?.personal ?? null,
      jobActions: (recorded, reading) => same.flatMap((each) => each.jobActions(recorded, reading)),
    };
  });

const requireDistinct = (kind: string, names: readonly string[]): void => {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`Two ${kind}s are called ${twice}`);
};
