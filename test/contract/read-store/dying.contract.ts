import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#platform/event-store/event-log.js';
import { Filling } from '#platform/read-store/filling.js';
import type { RegisteredModel } from '#platform/read-store/read-model.js';
import { ReadStore } from '#platform/read-store/read-store.js';
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

/** Everything that a projector does from its start to the end of these events. */
const live = async (
  store: ReadStore,
  models: readonly RegisteredModel[],
  events: readonly RecordedEvent[],
): Promise<void> => {
  const copies = await store.copies();
  const isServed = ({ name, version }: RegisteredModel) =>
    copies.some((each) => each.slot === 'served' && each.name === name && each.version === version);
  if (!models.every(isServed)) {
    const places = (await store.servedPlaces()).map(({ place }) => place.position);
    const filling = new Filling(store, logOf(events, 2));
    await filling.begin(models.map((model) => ({ model, request: '' })));
    for (const upTo of [1n, 2n]) await filling.goOn(upTo, signal);
    if (places.length === 0) await filling.goOn(3n, signal);
    await switchFilled(store, places.length === 0 ? [] : events);
  }
  for (;;) {
    const [served] = await store.servedPlaces();
    const from = served?.place.position ?? 0n;
    const next = events.filter(({ position }) => position > from).slice(0, 2);
    if (next.length === 0) return;
    await feed(store, next);
  }
};

/** A process may die between any two of its steps: the next one goes on, and nothing is twice. */
export const dyingContract = (engines: () => Engines): void => {
  const MOMENTS: readonly Moment[] = ['before', 'within', 'after'];

  it.each([
    ['fills for the first time', null],
    ['fills another version beside the served one', 5],
  ])('ends with the same rows wherever a process died that %s', async (_, servedBefore) => {
    const version = servedBefore === null ? 1 : 2;
    const models = [sample({ version })];
    const subject = await engines().subject();
    const whole = await serve(subject.engine, EVENTS, models);
    const expected = await rowsOf(subject.engine, TABLES);
    let deaths = 0;
    for (const moment of MOMENTS)
      for (let nth = 1, isDead = true; isDead; nth++) {
        await whole.forgetAll();
        if (servedBefore !== null) await serve(subject.engine, EVENTS.slice(0, servedBefore));
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
  });

  describe('a rebuild', () => {
    it('gives the same rows', async () => {
      const subject = await engines().subject();
      const store = await serve(subject.engine, EVENTS.slice(0, 3));
      for (const event of EVENTS.slice(3)) await feed(store, [event]);
      const before = await rowsOf(subject.engine, TABLES);
      const filling = new Filling(store, logOf(EVENTS));
      await filling.begin([{ model: sample(), request: 'once more' }]);
      await filling.goOn(null, signal);
      expect(await switchFilled(store, [])).toBe(true);
      expect(await rowsOf(subject.engine, TABLES)).toEqual(before);
      await subject.close();
    });
  });
};
