import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { KeyTaken } from '#kernel/event-store/person-key-store.js';
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

    it('are kept by the append of what they seal', async () => {
      const [person, stream] = [randomUUID(), newStream()];
      await subject.log.append(stream, 'no_stream', [newEvent()], [{ person, wrapped: 'one' }]);
      expect(await kept(person)).toBe('one');
      expect(await subject.log.read(stream)).toHaveLength(1);
    });

    it('seal nothing once another is kept, or was', async () => {
      const [person, gone, stream] = [randomUUID(), randomUUID(), newStream()];
      await subject.log.keys.create(person, 'one');
      await subject.log.keys.destroy(gone);
      for (const each of [person, gone]) {
        const keys = [{ person: each, wrapped: 'two' }];
        const appending = subject.log.append(stream, 'no_stream', [newEvent()], keys);
        await expect(appending).rejects.toThrow(KeyTaken);
      }
      expect(await subject.log.read(stream)).toEqual([]);
      expect([await kept(person), await kept(gone)]).toEqual(['one', null]);
    });

    it('are kept by one of many that seal for the same person at once', async () => {
      const person = randomUUID();
      const appends = Array.from({ length: 16 }, (_, i) =>
        subject.log.append(newStream(), 'no_stream', [newEvent()], [{ person, wrapped: `${i}` }]),
      );
      const done = (await Promise.allSettled(appends)).map(({ status }) => status);
      expect(done.filter((status) => status === 'fulfilled')).toHaveLength(1);
      expect(await kept(person)).toBe(`${done.indexOf('fulfilled')}`);
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
