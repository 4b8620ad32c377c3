import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type PollInterval, type JobKind, type JobAction, QUEUES } from '#kernel/jobs/job.js';
import { part } from '../../../apps/features.js';
import { samplesOf } from './samples.js';
import { formatted } from '../markdown.js';

export const QUEUE_CATALOGUE = 'docs/reference/queues.md';

const HEAD = `# Queues

<!-- Written by \`npm run docs:events\` from jobs, workflows and the samples of events; change those. -->

Each kind of work has a queue in BullMQ. A job carries an id only. Some events **enqueue** a job at once, and some
**schedule** it: the job schedule enqueues it at the time in the event and then with the pauses below, until an event
**cancels** the schedule.
`;

/** Every job, with the events that call for it as workflows say for the samples. */
export const queueCatalogue = async (): Promise<string> => {
  const jobActions = jobActionsOfSamples();
  const sections = QUEUES.map((queue) => {
    const jobs = part.jobs.filter((job) => job.queue === queue);
    return [`## ${queue}`, jobs.map((job) => entry(job, jobActions)).join('\n')].join('\n\n');
  });
  const text = [HEAD, ...sections].join('\n\n');
  return formatted(QUEUE_CATALOGUE, text);
};

type Enqueued = { readonly type: string; readonly jobAction: JobAction };

const jobActionsOfSamples = (): readonly Enqueued[] =>
  part.policies.flatMap((policy) =>
    samplesOf(policy.category).flatMap((sample) =>
      policy.jobActions(sample).map((jobAction) => ({ type: sample.type, jobAction })),
    ),
  );

const entry = (job: JobKind, jobActions: readonly Enqueued[]): string => {
  const by = (kind: JobAction['kind']): string => {
    const mine = jobActions.filter(
      ({ jobAction }) => jobAction.kind === kind && jobAction.job.name === job.name,
    );
    return [...new Set(mine.map(({ type }) => type))].join(', ');
  };
  const facts = [
    ['enqueued by', by('enqueue')],
    ['scheduled by', by('schedule') === '' ? '' : `${by('schedule')}; ${pauses(job.poll)}`],
    ['canceled by', by('cancel')],
  ].filter(([, value]) => value !== '');
  const lines = facts.map(([name, value]) => `_${name}_: ${value}`);
  if (lines.length === 0) lines.push('enqueued by code, not by events');
  return `- **${job.name}**: ${[meaningOf(job), ...lines].join('\\\n  ')}`;
};

const pauses = ({ firstMs, factor, maxMs }: PollInterval): string =>
  factor === 1
    ? `every ${firstMs / 1_000} s`
    : `after ${firstMs / 1_000} s, doubling up to ${maxMs / 1_000} s`;

const jobFiles = readdirSync('libs', { recursive: true, encoding: 'utf8' })
  .filter((name) => /(^|\/)jobs\.ts$/.test(name))
  .map((name) => readFileSync(join('libs', name), 'utf8'));

/** The doc comment above the job. */
const meaningOf = ({ name }: JobKind): string => {
  const text = jobFiles.find((each) => each.includes(`name: '${name}'`)) ?? '';
  const before = text.slice(0, text.indexOf(`name: '${name}'`));
  const comments = [...before.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s*export const/g)];
  return (comments.at(-1)?.[1] ?? '').replace(/\s*\n\s*\*?\s*/g, ' ').trim();
};
