import type { CrashPoint } from '#kernel/crash-points.js';
import type { Fault } from '../fault.js';

export type Place = readonly ['api' | 'worker' | 'projector', CrashPoint];

/** In an order in which each death leaves work for the next: a look-up needs a lost answer. */
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
  run: async (rig, size) => {
    const rounds = size === 'full' ? 20 : 1;
    const missed = new Map<string, number>();
    for (let round = 0; round < rounds; round++)
      for (const place of PLACES)
        if (!(await rig.dieAt(...place)))
          missed.set(place.join(' '), (missed.get(place.join(' ')) ?? 0) + 1);
    const rest = [...missed].map(([name, times]) => `${name} ${times}`).join(', ');
    return `${rounds} rounds${rest === '' ? '' : `; not met: ${rest}`}`;
  },
};

/** F3: a job that takes its process with it, again and again. */
export const oneJobManyDeaths: Fault = {
  id: 'F3',
  title: 'the same job killed ten times in a row',
  alone: true,
  run: async (rig, size) => {
    const times = size === 'full' ? 10 : 3;
    await rig.load.deposits(1, rig.random);
    let deaths = 0;
    for (let n = 0; n < times; n++) if (await rig.dieAt('worker', 'job.taken')) deaths += 1;
    return `${deaths} deaths of the worker`;
  },
};
