import { z } from 'zod';
import { count, flag, list, object, text, utcTime, word } from '#http/response-schemas.js';
import { QUEUES } from '#kernel/jobs/job.js';
import { firmAccountAnswer } from '../settlements/firm-account.view.js';

const ageMs = (about: string) =>
  z
    .int()
    .meta({ description: about, examples: [250] })
    .nullable();

const perMinute = (about: string) =>
  z.array(z.int()).meta({ description: about, examples: [[0, 2, 1]] });

const kind = object('KindActivity', 'Activity of one kind in the last hour.', {
  begun: perMinute('Requested in each minute.'),
  done: perMinute('Completed in each minute.'),
  failed: perMinute('Failed, rejected or expired. Canceled orders are not counted.'),
  medianMs: ageMs('Median duration of completed work, with an error of at most 10 %, or null.'),
});

const queue = object('QueueDepth', 'State of a queue.', {
  queue: word('The queue.', QUEUES),
  waiting: count('Jobs that wait for a worker.'),
  active: count('Running jobs.'),
  delayed: count('Jobs between two attempts.'),
  failed: count(
    'Jobs that used their last attempt, kept for 7 days, even if a later one has done their work.',
  ),
  oldestAgeMs: ageMs('Age of the job that waits longest, null when none waits.'),
});

const readModel = object('ReadModelLag', 'Progress of a read model.', {
  name: text('Name of the read model.', 'user-deposits'),
  served: flag('False while it is built for the first time. Its readers get 503.', true),
  lagMs: ageMs('Age of the oldest event that its readers cannot see; 0 at the head of the log.'),
  rebuildPercent: z
    .int()
    .meta({ description: 'Progress of a running rebuild in percent, or null.', examples: [40] })
    .nullable(),
});

export const overviewAnswer = object('Overview', 'State of the whole service.', {
  at: utcTime('Time of the overview.'),
  activity: object('Activity', 'Starts and ends in the last hour.', {
    minutes: list(
      '60 minutes, the current one last. All lists of counts have the same order.',
      utcTime('Start of a minute.'),
    ),
    kinds: z
      .strictObject({ deposits: kind, orders: kind, onboardings: kind })
      .meta({ description: 'Over all partners.' }),
  }),
  queues: list('All queues.', queue),
  firmAccount: firmAccountAnswer.nullable().meta({
    description: 'Null before the first poll.',
    examples: [null],
  }),
  readModels: list('All read models.', readModel),
  attention: z
    .strictObject({
      stuck: count(
        'Entries that are stuck: effects, at most 500 of them, events and read models.',
        0,
      ),
      failing: count('Entries that failed recently and are being retried.', 0),
    })
    .meta({ description: 'Number of entries that need attention.' }),
});
