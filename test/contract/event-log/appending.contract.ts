import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { APPEND_BYTES_MAX, WrongExpectedRevision } from '#kernel/event-store/event-log.js';
import { type Subject, appendMany, idsOf, newEvent, newEvents, newStream } from './subject.js';

export const appendingContract = (open: () => Promise<Subject>): void => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(() => subject.stop());

  const append = (...args: Parameters<Subject['log']['append']>) => subject.log.append(...args);
  const read = (...args: Parameters<Subject['log']['read']>) => subject.log.read(...args);

  describe('reading', () => {
    it('finds nothing in a missing stream', async () => {
      expect(await read(newStream())).toEqual([]);
    });

    it('gives back exactly what was appended, in order', async () => {
      const stream = newStream();
      const [first, second] = [newEvent(AWKWARD), newEvent('only text')];
      const one = await append(stream, 'no_stream', [first]);
      const two = await append(stream, 0n, [second]);
      expect(await read(stream)).toEqual([
        { ...first, stream, revision: 0n, position: one.position },
        { ...second, stream, revision: 1n, position: two.position },
      ]);
      expect(JSON.stringify((await read(stream))[0]?.data)).toBe(JSON.stringify(AWKWARD));
    });

    it('starts at a revision, and finds nothing past the end', async () => {
      const stream = newStream();
      const events = newEvents(1_200);
      await appendMany(subject.log, stream, events);
      expect(idsOf(await read(stream))).toEqual(idsOf(events));
      expect(idsOf(await read(stream, 1_198n))).toEqual(idsOf(events.slice(1_198)));
      expect(await read(stream, 1_200n)).toEqual([]);
    });

    it('ends at a revision, and before that where the stream does', async () => {
      const stream = newStream();
      const events = newEvents(700);
      await appendMany(subject.log, stream, events);
      expect(idsOf(await read(stream, 0n, 0n))).toEqual(idsOf(events.slice(0, 1)));
      expect(idsOf(await read(stream, 0n, 650n))).toEqual(idsOf(events.slice(0, 651)));
      expect(idsOf(await read(stream, 498n, 501n))).toEqual(idsOf(events.slice(498, 502)));
      expect(idsOf(await read(stream, 690n, 999n))).toEqual(idsOf(events.slice(690)));
      expect(await read(stream, 3n, 2n)).toEqual([]);
      expect(await read(newStream(), 0n, 0n)).toEqual([]);
    });
  });

  describe('optimistic concurrency', () => {
    it('names the revision that a stream really has', async () => {
      const stream = newStream();
      await expect(append(stream, 0n, [newEvent()])).rejects.toEqual(
        new WrongExpectedRevision(stream, 0n, 'no_stream'),
      );
      await append(stream, 'no_stream', newEvents(3));
      for (const expected of ['no_stream', 0n, 1n, 3n, 2n ** 53n + 1n] as const) {
        const conflict = await append(stream, expected, [newEvent()]).catch(
          (error: unknown) => error,
        );
        expect(conflict).toBeInstanceOf(WrongExpectedRevision);
        expect(conflict).toMatchObject({ stream, expected, actual: 2n });
      }
      expect(await read(stream)).toHaveLength(3);
    });

    it.each(['no_stream', 0n] as const)('lets one of 64 win at %s', async (expected) => {
      const stream = newStream();
      if (expected !== 'no_stream') await append(stream, 'no_stream', [newEvent()]);
      const racers = Array.from({ length: 64 }, () => append(stream, expected, newEvents(2)));
      const results = await Promise.allSettled(racers);
      const lost = results.flatMap((one) =>
        one.status === 'rejected' ? [one.reason as unknown] : [],
      );
      expect(lost).toHaveLength(63);
      for (const reason of lost) expect(reason).toBeInstanceOf(WrongExpectedRevision);
      expect(await read(stream)).toHaveLength(expected === 'no_stream' ? 2 : 3);
    });

    it('writes all events of an append or none', async () => {
      const stream = newStream();
      await append(stream, 'no_stream', newEvents(2));
      await expect(append(stream, 0n, newEvents(5))).rejects.toThrow(WrongExpectedRevision);
      expect(await read(stream)).toHaveLength(2);
      expect(await append(stream, 1n, newEvents(5))).toMatchObject({ revision: 6n });
      expect(await read(stream)).toHaveLength(7);
    });
  });

  describe('a repeated append', () => {
    it('answers as the first did, whatever came later', async () => {
      const stream = newStream();
      const [a, bcd, xy] = [newEvents(1), newEvents(3), newEvents(2)];
      const steps = [
        ['no_stream', a],
        [0n, bcd],
        [3n, xy],
      ] as const;
      const first = [];
      for (const [expected, events] of steps) first.push(await append(stream, expected, events));
      await append(newStream(), 'no_stream', newEvents(100));
      const again = [];
      for (const [expected, events] of steps) again.push(await append(stream, expected, events));
      expect(again).toEqual(first);
      expect(first.map(({ revision }) => revision)).toEqual([0n, 3n, 5n]);
      expect(await read(stream)).toHaveLength(6);
    });

    it('keeps the first data', async () => {
      const stream = newStream();
      const event = newEvent({ amountCents: '1' });
      await append(stream, 'no_stream', [event]);
      await append(stream, 'no_stream', [{ ...event, data: { amountCents: '2' } }]);
      expect(await read(stream)).toMatchObject([{ data: { amountCents: '1' } }]);
    });

    it('may be a part of the first, from its beginning or to its end', async () => {
      const stream = newStream();
      const bcd = newEvents(3);
      await append(stream, 'no_stream', newEvents(1));
      const first = await append(stream, 0n, bcd);
      expect(await append(stream, 1n, bcd.slice(1))).toEqual(first);
      await append(stream, 0n, bcd.slice(0, 2));
      expect(await read(stream)).toHaveLength(4);
    });

    it('conflicts when it is not the same events in the same place', async () => {
      const stream = newStream();
      const [a, b, c, d, e] = [newEvent(), newEvent(), newEvent(), newEvent(), newEvent()];
      await append(stream, 'no_stream', [a]);
      await append(stream, 0n, [b, c, d]);
      const attempts = [
        [0n, [c, d]],
        [0n, [d, c, b]],
        [0n, [b, c, d, e]],
        [2n, [d, e]],
      ] as const;
      for (const [expected, events] of attempts)
        await expect(append(stream, expected, events)).rejects.toEqual(
          new WrongExpectedRevision(stream, expected, 3n),
        );
      expect(await read(stream)).toHaveLength(4);
    });
  });

  describe('positions', () => {
    it('increase with every event and tell the head', async () => {
      const [one, two] = [newStream(), newStream()];
      const answers = [
        await append(one, 'no_stream', newEvents(3)),
        await append(two, 'no_stream', newEvents(2)),
        await append(one, 2n, newEvents(1)),
      ];
      expect(await subject.log.head()).toBe(answers[2]?.position);
      const [ones, twos] = [await read(one), await read(two)];
      const inOrder = [...ones.slice(0, 3), ...twos, ...ones.slice(3)].map(
        (event) => event.position,
      );
      for (const [index, position] of inOrder.entries())
        if (index > 0) expect(position > inOrder[index - 1]!).toBe(true);
      expect(answers.map((answer) => answer.position)).toEqual([
        inOrder[2],
        inOrder[4],
        inOrder[5],
      ]);
      expect(inOrder.every((position) => typeof position === 'bigint')).toBe(true);
    });
  });

  describe('what is no append', () => {
    it.each([
      ['nothing', []],
      ['a bigint', [newEvent({ amount: 1n })]],
      ['no data', [newEvent(() => undefined)]],
      ['too much data', [newEvent('x'.repeat(APPEND_BYTES_MAX - 1))]],
      ['an id that is no UUID', [{ ...newEvent(), id: '1' }]],
      ['one id twice', [SAME, SAME]],
    ])('%s is refused', async (_, events) => {
      const stream = newStream();
      const refusal = await append(stream, 'no_stream', events).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(Error);
      expect(await read(stream)).toEqual([]);
    });

    it('as much data as is allowed is fine', async () => {
      const stream = newStream();
      await append(stream, 'no_stream', [newEvent('x'.repeat(APPEND_BYTES_MAX - 2))]);
      expect(await read(stream)).toHaveLength(1);
    });
  });
};

const SAME = newEvent({ id: randomUUID() });

const AWKWARD = {
  zebra: 1,
  apple: 'äöü 漢字 👩‍👩‍👧 \u0000 \u2028',
  lone: '\ud800 and \udfff',
  '': { nested: [[], [null, { deep: [true, -1.5e-7, 9_007_199_254_740_991] }]] },
  ['__proto__']: { kept: true },
};
