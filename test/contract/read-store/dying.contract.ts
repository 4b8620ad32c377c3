import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { Rebuild } from '#read-models/rebuild.js';
import type { RegisteredProjection } from '#read-models/projection.js';
import { ReadStore } from '#read-models/read-store.js';
import { type Moment, Died, mortal } from './mortal.js';
import { TABLES, changed, eventsOf, labelled, placed, sample, summed } from './sample.js';
import { type Engines, feed, logOf, rowsOf, serve, switchFilled } from './subject.js';

const EVENTS = eventsOf(
  Array.from({ length: 9 }, (_, n) => [
    placed(`${n}`),
    summed(`day ${n % 2}`, { orders: '1', amountCents: '1000' }),
    labelled(`${n % 3}`, { note: `${n}` }),
    changed(`${n - 1}`, { status: 'done' }),
  ]),
);
const { signal } = new AbortController();

/** Runs everything that a projector does from its start to the end of these events. */
const live = async (
  store: ReadStore,
  models: readonly RegisteredProjection[],
  events: readonly RecordedEvent[],
): Promise<void> => {
  const copies = await store.copies();
  const isActive = ({ name, version }: RegisteredProjection) =>
    copies.some((each) => each.slot === 'served' && each.name === name && each.version === version);
  if (!models.every(isActive)) {
    const places = (await store.activeCheckpoints()).map(({ place }) => place.position);
    const rebuild = new Rebuild(store, logOf(events, 2));
    await rebuild.begin(models.map((model) => ({ model, request: '' })));
    for (const upTo of [1n, 2n]) await rebuild.goOn(upTo, signal);
    if (places.length === 0) await rebuild.goOn(3n, signal);
    await switchFilled(store, places.length === 0 ? [] : events);
  }
  for (;;) {
    const [served] = await store.activeCheckpoints();
    const from = served?.place.position ?? 0n;
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
    ['rebuilds another version beside the active one', 5],
  ])(
    'ends with the same rows after a process died at any point that %s',
    async (_, activeBefore) => {
      const version = activeBefore === null ? 1 : 2;
      const models = [sample({ version })];
      const subject = await engines().subject();
      const whole = await serve(subject.engine, EVENTS, models);
      const expected = await rowsOf(subject.engine, TABLES);
      let deaths = 0;
      for (const moment of MOMENTS)
        for (let nth = 1, isDead = true; isDead; nth++) {
          await whole.forgetAll();
          if (activeBefore !== null) await serve(subject.engine, EVENTS.slice(0, activeBefore));
          const dying = new ReadStore(mortal(subject.engine, nth, moment), models);
          isDead = await live(dying, models, EVENTS).then(
            () => false,
            (error: unknown) => {
              if (!(error instanceof Died)) throw error;
              return true;
            },
          );
          if (isDead) deaths++;
          await live(whole, models, EVENTS);
          expect(await rowsOf(subject.engine, TABLES)).toEqual(expected);
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
      const before = await rowsOf(subject.engine, TABLES);
      const rebuild = new Rebuild(store, logOf(EVENTS));
      await rebuild.begin([{ model: sample(), request: 'once more' }]);
      await rebuild.goOn(null, signal);
      expect(await switchFilled(store, [])).toBe(true);
      expect(await rowsOf(subject.engine, TABLES)).toEqual(before);
      await subject.close();
    });
  });
};
