import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Subject, follow, newEvent, newStream } from './subject.js';

export const keysContract = (open: () => Promise<Subject>): void => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(() => subject.stop());

  const kept = async (person: string) => (await subject.log.keys.find([person])).get(person);

  describe('the keys of people', () => {
    it('are found by those who have one', async () => {
      const [ada, nobody] = [randomUUID(), randomUUID()];
      await subject.log.keys.create(ada, 'wrapped');
      expect([...(await subject.log.keys.find([nobody, ada]))]).toEqual([[ada, 'wrapped']]);
    });

    it('are the same for all who make one at once', async () => {
      const person = randomUUID();
      const made = await Promise.all(
        Array.from({ length: 16 }, (_, i) => subject.log.keys.create(person, `wrapped ${i}`)),
      );
      expect(new Set(made).size).toBe(1);
      expect(made[0]).toBe(await kept(person));
    });

    it('are replaced only where they are as they were', async () => {
      const person = randomUUID();
      await subject.log.keys.create(person, 'one');
      expect(await subject.log.keys.replace(person, 'other', 'two')).toBe(false);
      expect(await subject.log.keys.replace(person, 'one', 'two')).toBe(true);
      expect(await kept(person)).toBe('two');
    });

    it('are destroyed for ever, as often as it is asked', async () => {
      const [person, late] = [randomUUID(), randomUUID()];
      await subject.log.keys.create(person, 'one');
      for (const each of [person, person, late]) await subject.log.keys.destroy(each);
      expect(await kept(person)).toBeNull();
      for (const each of [person, late])
        expect(await subject.log.keys.create(each, 'two')).toBeNull();
      expect(await subject.log.keys.replace(person, 'one', 'two')).toBe(false);
      expect(await kept(late)).toBeNull();
    });

    it('are listed, those that were destroyed among them', async () => {
      const [person, gone] = [randomUUID(), randomUUID()];
      await subject.log.keys.create(person, 'one');
      await subject.log.keys.destroy(gone);
      const all = new Map<string, string | null>();
      for await (const [each, wrapped] of subject.log.keys.all()) all.set(each, wrapped);
      expect([all.get(person), all.get(gone)]).toEqual(['one', null]);
    });

    it('are no part of the log', async () => {
      const stream = newStream();
      const { position } = await subject.log.append(stream, 'no_stream', [newEvent()]);
      await subject.log.keys.create(randomUUID(), 'one');
      expect(await subject.log.head()).toBe(position);
      const after = await follow(subject.log, position, (_, caughtUp) => caughtUp);
      expect(after).toEqual([]);
    });
  });
};
