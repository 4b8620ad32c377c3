import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Again, type JobKind, type Nudge, QUEUES } from '#platform/jobs/job.js';
import { part } from '../../../apps/parts.js';
import { samplesOf } from './samples.js';
import { formatted } from '../markdown.js';

export const QUEUE_CATALOGUE = 'docs/queues.md';

const HEAD = `# Queues

<!-- Written by \`npm run docs:events\` from jobs, workflows and the samples of events; change those. -->

Each kind of work has a queue in BullMQ; its depth is what operators watch. A job carries an id and no
fact. It is queued **at once** by some events, and **looked after** from some on: should the job be
lost, the due list nudges it again, first at the time that the event names and then with the pauses
given here, until an event **ends** that.
`;

/** Every job, with the events that call for it as workflows say for the samples. */
export const queueCatalogue = async (): Promise<string> => {
  const nudges = nudgesOfSamples();
  const sections = QUEUES.map((queue) => {
    const jobs = part.jobs.filter((job) => job.queue === queue);
    return [`## ${queue}`, jobs.map((job) => entry(job, nudges)).join('\n')].join('\n\n');
  });
  const text = [HEAD, ...sections].join('\n\n');
  return formatted(QUEUE_CATALOGUE, text);
};

type Nudged = { readonly type: string; readonly nudge: Nudge };

const nudgesOfSamples = (): readonly Nudged[] =>
  part.workflows.flatMap((workflow) =>
    samplesOf(workflow.category).flatMap((sample) =>
      workflow.nudges(sample).map((nudge) => ({ type: sample.type, nudge })),
    ),
  );

const entry = (job: JobKind, nudges: readonly Nudged[]): string => {
  const by = (kind: Nudge['kind']): string => {
    const mine = nudges.filter(({ nudge }) => nudge.kind === kind && nudge.job.name === job.name);
    return [...new Set(mine.map(({ type }) => type))].join(', ');
  };
  const facts = [
    ['at once', by('now')],
    ['looked after', by('due') === '' ? '' : `${by('due')}; ${pauses(job.again)}`],
    ['ended', by('clear')],
  ].filter(([, value]) => value !== '');
  const lines = facts.map(([name, value]) => `_${name}_: ${value}`);
  if (lines.length === 0) lines.push('called for by no event but by other code');
  return `- **${job.name}**: ${[meaningOf(job), ...lines].join('\\\n  ')}`;
};

const pauses = ({ firstMs, factor, maxMs }: Again): string =>
  factor === 1
    ? `every ${firstMs / 1_000} s`
    : `after ${firstMs / 1_000} s, doubling up to ${maxMs / 1_000} s`;

const jobFiles = readdirSync('libs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.job.ts'))
  .map((name) => readFileSync(join('libs', name), 'utf8'));

/** The doc comment above the job. */
const meaningOf = ({ name }: JobKind): string => {
  const text = jobFiles.find((each) => each.includes(`name: '${name}'`)) ?? '';
  const comment = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*export const/.exec(text)?.[1] ?? '';
  return comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim();
};
