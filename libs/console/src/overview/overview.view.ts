import { z } from 'zod';
import { count, flag, text, utcTime, word } from '#platform/http/answers.js';
import { QUEUES } from '#platform/jobs/job.js';
import { firmAccountAnswer } from '../settlements/firm-account.view.js';

const ageMs = (about: string) =>
  z
    .int()
    .meta({ description: about, examples: [250] })
    .nullable();

const perMinute = (about: string) =>
  z.array(z.int()).meta({ description: about, examples: [[0, 2, 1]] });

const kind = z
  .strictObject({
    begun: perMinute('Asked for, in each minute.'),
    done: perMinute('Done as wished.'),
    failed: perMinute('Ended in another way.'),
    medianMs: ageMs('How long what is done took in the middle case, within a tenth; else null.'),
  })
  .meta({ id: 'KindActivity', description: 'How much of a kind there was in the last hour.' });

const queue = z
  .strictObject({
    queue: word('The queue.', QUEUES),
    waiting: count('Jobs that wait for a worker.'),
    active: count('Jobs under way.'),
    delayed: count('Jobs between two attempts.'),
    failed: count(
      'Jobs that used their last attempt, kept for 7 days, even if a later one has done their work.',
    ),
    oldestAgeMs: ageMs('Age of the job that waits longest, null when none waits.'),
  })
  .meta({ id: 'QueueDepth', description: 'How a queue stands.' });

const readModel = z
  .strictObject({
    name: text('Its name.', 'user-deposits'),
    served: flag('False while it is filled from nothing, and its readers get 503.', true),
    lagMs: ageMs('Age of the oldest event that its readers cannot see; 0 at the head of the log.'),
    rebuildPercent: z
      .int()
      .meta({ description: 'Of a rebuild under way, else null.', examples: [40] })
      .nullable(),
  })
  .meta({ id: 'ReadModelLag', description: 'How far a read model is.' });

export const overviewAnswer = z
  .strictObject({
    at: utcTime('When it was looked at.'),
    activity: z
      .strictObject({
        minutes: z.array(utcTime('When a minute begins.')).meta({
          description: 'Sixty, the present one last; the places of all counts.',
        }),
        kinds: z
          .strictObject({ deposits: kind, orders: kind, onboardings: kind })
          .meta({ description: 'Over all partners.' }),
      })
      .meta({ id: 'Activity', description: 'What began and ended in the last hour.' }),
    queues: z.array(queue).meta({ description: 'Each of them.' }),
    firmAccount: firmAccountAnswer.nullable().meta({
      description: 'Null before anybody has looked at it.',
      examples: [null],
    }),
    readModels: z.array(readModel).meta({ description: 'Each of them.' }),
    attention: z
      .strictObject({
        stuck: count(
          'Entries that are stuck: effects, at most 500 of them, events and read models.',
          0,
        ),
        failing: count('Entries that failed a moment ago and are being tried.', 0),
      })
      .meta({ description: 'How much needs attention.' }),
  })
  .meta({ id: 'Overview', description: 'How the whole service is doing.' });
