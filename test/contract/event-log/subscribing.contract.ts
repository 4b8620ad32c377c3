import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import {
  type Subject,
  appendMany,
  follow,
  followStreams,
  idsOf,
  newEvents,
  newStream,
} from './subject.js';

const STREAMS = 20;
const APPENDS_PER_STREAM = 10;
const EVENTS_PER_APPEND = 50;
/** It takes some seconds alone, and a minute beside everything else. */
const BUSY_MACHINE_MS = 240_000;

export const subscribingContract = (open: () => Promise<Subject>): void => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(() => subject.stop());

  describe('subscribing', () => {
    it('starts after a position, exclusively', async () => {
      const stream = newStream();
      const events = newEvents(4);
      await subject.log.append(stream, 'no_stream', events);
      const [, second] = await subject.log.read(stream);
      const found = await followStreams(subject.log, second!.position, new Set([stream]), 2);
      expect(found).toEqual((await subject.log.read(stream)).slice(2));
      expect(idsOf(found)).toEqual(idsOf(events.slice(2)));
    });

    it('starts at the very beginning', async () => {
      const stream = newStream();
      await subject.log.append(stream, 'no_stream', newEvents(1));
      const all = await follow(subject.log, null, (_, caughtUp) => caughtUp);
      expect(all.at(-1)).toMatchObject({ stream });
      expect(all.some(({ type }) => type.startsWith('$'))).toBe(false);
      expect(all.at(-1)?.position).toBe(await subject.log.head());
    });

    it('says that it is caught up, also when there is nothing', async () => {
      const head = await subject.log.head();
      expect(await follow(subject.log, head, (_, caughtUp) => caughtUp)).toEqual([]);
    });

    it('hands over at most 500 events at once, caught up only at the end', async () => {
      const from = await subject.log.head();
      await appendMany(subject.log, newStream(), newEvents(1_200));
      const [sizes, caughtUp] = [[] as number[], [] as number[]];
      let total = 0;
      for await (const batch of subject.log.subscribe(from, new AbortController().signal)) {
        sizes.push(batch.events.length);
        total += batch.events.length;
        if (batch.caughtUp) caughtUp.push(total);
        if (caughtUp.length > 0) break;
      }
      expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
      expect(caughtUp).toEqual([1_200]);
    });

    it('goes on live, event after event', async () => {
      const stream = newStream();
      const events = newEvents(20);
      const following = followStreams(subject.log, await subject.log.head(), new Set([stream]), 20);
      for (const [index, event] of events.entries()) {
        await subject.log.append(stream, index === 0 ? 'no_stream' : BigInt(index - 1), [event]);
        await sleep(index % 4);
      }
      expect(idsOf(await following)).toEqual(idsOf(events));
    });

    it('just ends when it is aborted, before or while it waits', async () => {
      const abort = new AbortController();
      const seen: boolean[] = [];
      for await (const { caughtUp } of subject.log.subscribe(
        await subject.log.head(),
        abort.signal,
      )) {
        seen.push(caughtUp);
        if (caughtUp) setTimeout(() => abort.abort(), 20);
      }
      expect(seen.at(-1)).toBe(true);
      for await (const _ of subject.log.subscribe(null, abort.signal)) throw new Error('not ended');
    });

    it(
      'misses and repeats nothing while 10 000 events are being appended',
      async () => {
        const from = await subject.log.head();
        const streams = Array.from({ length: STREAMS }, newStream);
        const count = STREAMS * APPENDS_PER_STREAM * EVENTS_PER_APPEND;
        const writing = streams.map((stream) => fill(subject, stream));
        await writing[0];
        const reading = [from, from].map((after) =>
          followStreams(subject.log, after, new Set(streams), count),
        );
        await Promise.all(writing);
        const [first, second] = await Promise.all(reading);
        expect(idsOf(second!)).toEqual(idsOf(first!));
        expect(isStrictlyIncreasing(first!)).toBe(true);
        for (const stream of streams)
          expect(idsOf(first!.filter((event) => event.stream === stream))).toEqual(
            idsOf(await subject.log.read(stream)),
          );
      },
      BUSY_MACHINE_MS,
    );
  });
};

const fill = async ({ log }: Subject, stream: string): Promise<void> => {
  for (let append = 0; append < APPENDS_PER_STREAM; append++) {
    const next = BigInt(append * EVENTS_PER_APPEND - 1);
    await log.append(stream, next < 0n ? 'no_stream' : next, newEvents(EVENTS_PER_APPEND));
  }
};

const isStrictlyIncreasing = (events: readonly RecordedEvent[]): boolean =>
  events.every(({ position }, index) => index === 0 || position > events[index - 1]!.position);
