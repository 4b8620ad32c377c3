import type { RegisteredModel } from '../read-store/read-model.js';
import type { JobKind } from './job.js';
import type { RegisteredWorkflow } from './registry.js';

/** What a feature gives the projector and the worker to run: named by hand, composed by the apps. */
export type ProjectorPart = {
  readonly jobs: readonly JobKind[];
  readonly workflows: readonly RegisteredWorkflow[];
  readonly readModels: readonly RegisteredModel[];
};

/** All parts as one. @throws Error when two jobs or two read models share a name. */
export const joinParts = (parts: readonly ProjectorPart[]): ProjectorPart => {
  const joined = {
    jobs: parts.flatMap(({ jobs }) => jobs),
    workflows: byStream(parts.flatMap(({ workflows }) => workflows)),
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

/** Several features may react to one stream: what each calls for is done. */
const byStream = (workflows: readonly RegisteredWorkflow[]): readonly RegisteredWorkflow[] =>
  [...new Set(workflows.map(({ category }) => category))].map((category) => {
    const same = workflows.filter((each) => each.category === category);
    const [first] = same;
    if (same.length === 1 && first !== undefined) return first;
    return {
      category,
      personal: first?.personal ?? null,
      nudges: (recorded, reading) => same.flatMap((each) => each.nudges(recorded, reading)),
    };
  });

const requireDistinct = (kind: string, names: readonly string[]): void => {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`Two ${kind}s are called ${twice}`);
};
