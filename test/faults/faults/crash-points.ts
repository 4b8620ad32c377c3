import type { CrashPoint } from '#kernel/crash-points.js';
import type { Fault } from '../fault.js';

export type Place = readonly ['api' | 'worker' | 'projector', CrashPoint];

/** Ordered so that each death leaves work for the next: a lookup needs a lost response. */
export const PLACES: readonly Place[] = [
  ['api', 'log.appending'],
  ['projector', 'dispatcher.queueing'],
  ['worker', 'effect.intent-recorded'],
  ['api', 'log.appended'],
  ['projector', 'dispatcher.queued'],
  ['worker', 'effect.sent'],
  ['projector', 'schedule.enqueued'],
  ['worker', 'effect.looked-up'],
  ['projector', 'projection.applying'],
  ['worker', 'job.taken'],
  ['projector', 'projection.written'],
  ['projector', 'projection.applied'],
  ['worker', 'effect.recorded'],
  ['worker', 'log.appending'],
  ['worker', 'log.appended'],
  ['worker', 'notification.enqueued'],
  ['worker', 'job.done'],
];

/** F1: death between any two steps of the write protocol. */
export const crashPoints: Fault = {
  id: 'F1',
  title: `kill -9 at each of ${PLACES.length} places of the write protocol`,
  run: async (harness, size) => {
    const rounds = size === 'full' ? 20 : 1;
    const missed = new Map<string, number>();
    for (let round = 0; round < rounds; round++)
      for (const place of PLACES)
        if (!(await harness.dieAt(...place)))
          missed.set(place.join(' '), (missed.get(place.join(' ')) ?? 0) + 1);
    const rest = [...missed].map(([name, times]) => `${name} ${times}`).join(', ');
    return `${rounds} rounds${rest === '' ? '' : `; not met: ${rest}`}`;
  },
};

/** F3: a job that kills its process repeatedly. */
export const oneJobManyDeaths: Fault = {
  id: 'F3',
  title: 'the same job killed ten times in a row',
  alone: true,
  run: async (harness, size) => {
    const times = size === 'full' ? 10 : 3;
    await harness.load.deposits(1, harness.random);
    let deaths = 0;
    for (let n = 0; n < times; n++) if (await harness.dieAt('worker', 'job.taken')) deaths += 1;
    return `${deaths} deaths of the worker`;
  },
};
