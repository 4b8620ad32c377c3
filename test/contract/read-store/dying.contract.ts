import { describe, expect, it } from '@jest/globals';
import type { EventLog, RecordedEvent } from '#kernel/event-store/event-log.js';
import { Rebuild } from '#read-models/rebuild.js';
import { ReadStore } from '#read-models/read-store.js';
import { isRebuildWanted } from '#read-models/table-set.js';
import { dropAllSets, dropUnusedSets } from '#read-models/table-sets.js';
import { type Moment, Died, mortal } from './mortal.js';
import { TABLES, changed, eventsOf, labelled, placed, sample, summed } from './sample.js';
import { type Engines, feed, logOf, rebuild, rowsOf, serve } from './subject.js';

const EVENTS = eventsOf(
  Array.from({ length: 9 }, (_, n) => [
    placed(`${n}`),
    summed(`day ${n % 2}`, { orders: '1', amountCents: '1000' }),
    labelled(`${n % 3}`, { note: `${n}` }),
    changed(`${n - 1}`, { status: 'done' }),
  ]),
);
const { signal } = new AbortController();

/** A log in which the events arrive in pairs. */
const liveLog = (events: readonly RecordedEvent[]): Pick<EventLog, 'subscribe'> => ({
  async *subscribe(since) {
    for await (const batch of logOf(events, 2).subscribe(since)) yield { ...batch, caughtUp: true };
  },
});

/** Runs everything that a projector does from its start to the end of these events. */
const live = async (store: ReadStore, events: readonly RecordedEvent[]): Promise<void> => {
  if (isRebuildWanted(await store.sets())) {
    const work = new Rebuild(store, liveLog(events));
    await work.run(await work.begin(1), signal);
  }
  await dropUnusedSets(store, new Date(), true);
  for (;;) {
    const from = (await store.checkpoints())[0]?.place.position ?? 0n;
    const next = events.filter(({ position }) => position > from).slice(0, 2);
    if (next.length === 0) return;
    await feed(store, next);
  }
};

/**
 * A process may die between any two of its steps. The next one continues, and nothing is applied
 * twice.
 */
export const dyingContract = (engines: () => Engines): void => {
  const MOMENTS: readonly Moment[] = ['before', 'within', 'after'];

  it.each([
    ['rebuilds for the first time', null],
    ['rebuilds beside the active set', 5],
  ])(
    'ends with the same rows after a process died at any point that %s',
    async (_, activeBefore) => {
      const subject = await engines().subject();
      const whole = await serve(subject.engine, EVENTS);
      const expected = await rowsOf(whole, TABLES);
      let deaths = 0;
      for (const moment of MOMENTS)
        for (let nth = 1, isDead = true; isDead; nth++) {
          await dropAllSets(whole);
          if (activeBefore !== null) {
            await rebuild(whole, EVENTS.slice(0, activeBefore));
            await whole.requestRebuild();
          }
          const dying = new ReadStore(mortal(subject.engine, nth, moment), [sample()]);
          isDead = await live(dying, EVENTS).then(
            () => false,
            (error: unknown) => {
              if (!(error instanceof Died)) throw error;
              return true;
            },
          );
          if (isDead) deaths++;
          await live(whole, EVENTS);
          expect(await rowsOf(whole, TABLES)).toEqual(expected);
        }
      await subject.close();
      expect(deaths).toBeGreaterThan(15);
    },
  );

  describe('a rebuild', () => {
    it('gives the same rows', async () => {
      const subject = await engines().subject();
      const store = await serve(subject.engine, EVENTS.slice(0, 3));
      for (const event of EVENTS.slice(3)) await feed(store, [event]);
      const before = await rowsOf(store, TABLES);
      await rebuild(store, EVENTS);
      expect(await rowsOf(store, TABLES)).toEqual(before);
      await subject.close();
    });
  });
};
