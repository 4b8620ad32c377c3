import { describe, expect, it } from '@jest/globals';
import { eventsOf, labelled, labels } from './sample.js';
import { type Engines, feed, rowsOf, serve } from './subject.js';

const NOTE = 'Przybylski of Quarterstaff Crescent';
const COUNT = 40;

/** Enough rows to fill several pages of the file. */
const noted = (note: (n: number) => string | null, from: bigint) =>
  eventsOf(
    Array.from({ length: COUNT }, (_, n) => [labelled(`${n}`, { note: note(n) })]),
    { from },
  );

export const scrubbingContract = (engines: () => Engines): void => {
  describe('overwritten data', () => {
    it('is removed from all files', async () => {
      const subject = await engines().subject();
      const { engine } = subject;
      const isThere = async () => (await engines().bytes(subject)).includes(NOTE);
      const secret = (n: number) => (n % 7 === 3 ? `${NOTE} ${n}` : 'a note');
      const store = await serve(engine, noted(secret, 1n));
      expect(await isThere()).toBe(true);
      const open = (n: number) => (n % 7 === 3 ? null : 'a note');
      await feed(store, noted(open, BigInt(COUNT) + 1n));
      const before = await rowsOf(store, [labels]);
      await engine.scrub([labels]);
      expect(await isThere()).toBe(false);
      expect(await rowsOf(store, [labels])).toEqual(before);
      await subject.close();
    });
  });
};
